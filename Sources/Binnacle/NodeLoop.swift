internal import Platform
internal import Synchronization

/// The thread of a node: it owns the sockets, calls the handlers, and runs the actors that live on it.
final class NodeLoop: SerialExecutor, @unchecked Sendable {
    enum Work {
        /// Of an actor that lives on the thread.
        case job(UnownedJob)
        /// Of a task that is to run on it.
        case task(UnownedJob, NodeTasks)
        case command(@Sendable (NodeCore?) -> Void)
        case stop

        /// Whether it is the node's own, such as a request that is to be sent.
        var isCommand: Bool { if case .command = self { true } else { false } }
    }

    private let work = Lock<[Work]>([])
    private let flushWanted = Atomic<Bool>(false)
    /// Whether something has been published on the thread itself; used by it only.
    private var hasPublished = false
    private let thread = Atomic<UInt>(0)
    let bell: Wakeup

    init() throws(SystemError) {
        bell = try Wakeup()
    }

    /// Starts the thread: first `serve` with the sockets, until the node is closed, then jobs only.
    func start(named name: String, _ serve: @escaping @Sendable () -> Void) throws(SystemError) {
        try Thread.start(named: name) { [self] in
            thread.store(Thread.current, ordering: .relaxed)
            serve()
            // Actors of the node may still have something to tidy up.
            while !runLeftovers() { bell.wait() }
        }
    }

    private func runLeftovers() -> Bool {
        for item in take() {
            let isEnd = perform(item, with: nil)
            if isEnd { return true }
        }
        return false
    }

    /// Does one thing on the thread, for a node that is there or, with `nil`, has been closed.
    ///
    /// - Returns: whether it is the thread's end that is asked for.
    func perform(_ item: Work, with core: NodeCore?) -> Bool {
        switch item {
        case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
        case .task(let job, let tasks): job.runSynchronously(on: tasks.asUnownedTaskExecutor())
        case .command(let body): body(core)
        case .stop: return true
        }
        return false
    }

    func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

    /// Runs a step of a task on the thread.
    func run(_ job: UnownedJob, of tasks: NodeTasks) { add(.task(job, tasks)) }

    func checkIsolated() {
        precondition(isCurrent, "code of a node's actor runs on the node's thread only")
    }

    func isIsolatingCurrentContext() -> Bool? { isCurrent }

    private var isCurrent: Bool { thread.load(ordering: .relaxed) == Thread.current }

    /// Runs `body` on the thread, after what was asked for before; with `nil` after the node has been closed.
    func perform(_ body: @escaping @Sendable (NodeCore?) -> Void) { add(.command(body)) }

    /// Lets the thread send what waits: at the end of its turn, or where another thread asks, as soon as it is due.
    func flushSoon() {
        if isCurrent {
            hasPublished = true
            return
        }
        if !flushWanted.exchange(true, ordering: .relaxed) { bell.ring() }
    }

    /// Says, once, whether something has been published on the thread itself.
    func takePublished() -> Bool {
        defer { hasPublished = false }
        return hasPublished
    }

    /// Ends the thread after what was asked for before.
    func stop() { add(.stop) }

    /// Takes what there is to do.
    func take() -> [Work] {
        bell.answer()
        flushWanted.store(false, ordering: .relaxed)
        return work.withLock { work in
            defer { work = [] }
            return work
        }
    }

    private func add(_ item: sending Work) {
        let isFirst = work.withLock { work in
            work.append(item)
            return work.count == 1
        }
        if isFirst { bell.ring() }
    }
}
