/// The executor of actors whose code may block: a thread of its own, outside Swift's cooperative pool.
///
/// The thread ends with the executor, after the jobs that it was given.
public final class ThreadExecutor: SerialExecutor {
    /// What the thread shares with those who give it jobs; it outlives the executor.
    private struct Queue {
        var jobs: [UnownedJob] = []
        var isClosed = false
    }

    private let queue = Lock(Queue())
    private let bell: Wakeup

    /// Starts the thread.
    ///
    /// - Throws: when the system has no thread or descriptor left.
    public init(named name: String) throws(SystemError) {
        bell = try Wakeup()
        let (queue, bell) = (queue, bell)
        try Thread.start(named: name) { [weak self] in
            while true {
                bell.wait()
                bell.answer()
                let (jobs, isClosed) = queue.withLock { queue in
                    defer { queue.jobs = [] }
                    return (queue.jobs, queue.isClosed)
                }
                // An actor with a job to run holds its executor.
                for job in jobs { if let self { job.runSynchronously(on: self.asUnownedSerialExecutor()) } }
                if isClosed { return }
            }
        }
    }

    deinit {
        queue.withLock { $0.isClosed = true }
        bell.ring()
    }

    /// Takes a job; the thread runs it after those before.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.withLock { $0.jobs.append(job) }
        bell.ring()
    }
}
