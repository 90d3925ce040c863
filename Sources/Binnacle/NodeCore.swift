internal import Messages
internal import Platform
internal import ZeroMQ

/// What belongs to a node's thread: the sockets, the subscriptions, the requests, the timers.
final class NodeCore {
    let configuration: NodeConfiguration
    let outlet: Outlet
    let logger: Logger
    var inlet: Inlet
    let requests: RequestSocket
    var services = Services()
    var membership: Membership
    var timers = Timers()
    /// What the node may do by its key.
    var keyWatch: KeyWatch
    /// Lets lines of the log go to the bus, once it is known that they may.
    var attachLog: (() -> Void)?
    private let loop: NodeLoop
    private let outletMonitor: Monitor?
    /// Until when what waits is still handed over, once the node is closing; monotonic nanoseconds.
    private var closingDeadline: Int64?
    private var changesTold = 0
    private var topicChangesTold = 0
    private var waitingForForce: [() -> Void] = []

    init(_ configuration: NodeConfiguration, outlet: Outlet, loop: NodeLoop, logger: Logger) throws(ZMQError)
    {
        self.configuration = configuration
        self.outlet = outlet
        self.loop = loop
        self.logger = logger
        let way = try BusWay(to: configuration.address)
        inlet = try Inlet(configuration, by: way, logger: logger)
        requests = try RequestSocket(configuration, by: way)
        membership = Membership(configuration, publisher: outlet.publisher)
        outletMonitor = try outlet.open(configuration, by: way)
        keyWatch = KeyWatch(hasKey: configuration.address.folder == nil && configuration.key != nil)
    }

    /// Serves until it is told to stop.
    func run() throws(ZMQError) {
        var poller = Poller()
        let bell = poller.add(descriptor: loop.bell.descriptor)
        inlet.source.join(&poller)
        requests.way.join(&poller)
        let outletEvents = join(&poller)
        let outletRoom = poller.add(descriptor: -1)
        var outlook = outlet.flush(isUrgent: true)
        while true {
            poller.watch(
                outletRoom,
                descriptor: outlook.descriptor,
                input: outlook.input,
                output: outlook.output
            )
            inlet.source.prepare(&poller)
            requests.way.prepare(&poller)
            try poller.wait(milliseconds: wait(until: outlook.deadline))
            // Answered every time: a bell that is silent costs nothing, and the flag before it may be set.
            let work = poller.isReady(bell) ? loop.take() : []
            // No request and no answer overtakes what was published before it.
            let isAsked = work.contains(where: \.isCommand)
            if isAsked { _ = outlet.flush(isUrgent: true) }
            perform(work)
            if poller.isReady(outletEvents) { try takeOutletEvents() }
            if inlet.source.isReady(poller) { try receive() }
            if requests.way.isReady(poller) {
                _ = outlet.flush(isUrgent: true)
                try takeRequestNews()
            }
            timers.fire(at: MonotonicClock.nanoseconds)
            try requests.expire(at: MonotonicClock.nanoseconds)
            try keepMembership()
            if poller.isReady(outletRoom) || outlook.deadline <= MonotonicClock.nanoseconds {
                if let why = outlet.advance(at: MonotonicClock.nanoseconds) { logger.refused("publish", why) }
            }
            // Whoever waits for an answer wants everything sent that was published before.
            outlook = outlet.flush(isUrgent: isAsked || loop.takePublished() || closingDeadline != nil)
            if let closingDeadline, !outlook.hasUnsent || MonotonicClock.nanoseconds >= closingDeadline {
                return end()
            }
            if !waitingForForce.isEmpty, inlet.readsInForce != nil { releaseWaiting() }
            noteSent()
        }
    }

    /// Notes once what was published first is on its way, which makes the next sign of life due.
    ///
    /// At the end of a turn, behind the flush that sends it: nothing else may wake this thread until that sign.
    private func noteSent() {
        // Once said, it is not taken back for a message that waits for a moment.
        if !membership.hasSent { membership.hasSent = outlet.isIdle }
    }

    /// Lets ``run()`` hand over what waits, for a second at most, say goodbye and return.
    func close() {
        guard closingDeadline == nil else { return }
        closingDeadline = MonotonicClock.nanoseconds + Self.closingPatience
        requests.abandon(NodeCore.closed)
        releaseWaiting()
        loop.flushSoon()
    }

    private static let closingPatience: Int64 = 1_000_000_000

    private func end() {
        if membership.isPerhapsKnown {
            requests.post(
                "bus/goodbye",
                (try? JSON.encode(BusRequests.Goodbye(name: configuration.name))) ?? []
            )
        }
        requests.abandon(NodeCore.closed)
        // The goodbye has been handed over; what was published before it has a second, and so has it.
        let end = MonotonicClock.nanoseconds + Self.closingPatience
        outlet.close()
        requests.way.finish(within: Int(max(0, end - MonotonicClock.nanoseconds) / 1_000_000))
    }

    private func releaseWaiting() {
        let waiting = waitingForForce
        waitingForForce = []
        for body in waiting { body() }
    }

    static let closed = RequestError(code: .refused, message: "the node has been closed")

    /// Subscribes.
    func add(_ interest: Interest) {
        do {
            try inlet.add(interest)
        } catch {
            logger.write(.error, "cannot subscribe to \(interest.filter): \(error)")
        }
    }

    /// Calls `body` once all subscriptions that there are now are in force.
    func whenInForce(_ body: @escaping () -> Void) { waitingForForce.append(body) }

    /// Sends a request; the answer comes to `completion` on this thread.
    func request(
        _ method: String,
        _ json: [UInt8],
        timeout: Int64,
        completion: @escaping @Sendable (Result<[UInt8], RequestError>) -> Void
    ) {
        requests.send(method, json, deadline: MonotonicClock.nanoseconds + timeout, completion: completion)
    }

    private func join(_ poller: inout Poller) -> Int {
        switch outletMonitor {
        case .some(let monitor): poller.add(monitor.socket)
        case .none: poller.add(descriptor: -1)
        }
    }

    /// How many milliseconds nothing is to be done before a moment at the latest; −1 for no end.
    private func wait(until deadline: Int64) -> Int {
        let next = min(
            timers.next,
            requests.nextDeadline,
            membership.nextSign,
            keyWatch.next,
            deadline,
            inlet.source.deadline
        )
        if next == .max { return -1 }
        let now = MonotonicClock.nanoseconds
        return next <= now ? 0 : Int(clamping: (next - now) / 1_000_000 + 1)
    }

    private func perform(_ work: [NodeLoop.Work]) {
        for item in work {
            let isEnd = loop.perform(item, with: self)
            // The thread's own end follows the node's.
            if isEnd { loop.stop() }
        }
    }

    /// Handles what has come, for a while at most: handlers that take long must not keep the node from its signs of life,
    /// nor its timers from their turn.
    private func receive() throws(ZMQError) {
        let end = MonotonicClock.nanoseconds + Self.receivingPatience
        var left = Self.receivedInTurn
        repeat {
            try inlet.receive(limit: Self.receivedAtOnce)
            left -= Self.receivedAtOnce
        } while left > 0 && inlet.source.hasMore && MonotonicClock.nanoseconds < end
    }

    private static let receivingPatience: Int64 = 100_000_000
    private static let receivedInTurn = 256
    /// Few, as the clock is looked at after so many; each may take a third of a second without the node being taken for gone.
    private static let receivedAtOnce = 8

    private func takeOutletEvents() throws(ZMQError) {
        while let event = try outletMonitor?.next() {
            switch event {
            case .connected: outlet.connected()
            case .disconnected: outlet.disconnected()
            // The request socket, which finds the same, says it.
            case .accepted, .refused: continue
            }
        }
    }

    private func takeRequestNews() throws(ZMQError) {
        while let news = try requests.next() {
            switch news {
            case .connected:
                membership.connected()
                keyWatch.connected()
            case .disconnected:
                membership.disconnected()
                keyWatch.disconnected()
            case .refused(let why): take(why)
            case .request(let incoming):
                if let answer = services.answer(incoming, loop: loop, positions: { inlet.positions($0) }) {
                    requests.reply(to: incoming.caller, answer)
                }
            }
        }
    }

    private func take(_ refusal: Refusal) {
        let isNews = requests.refused(refusal)
        if refusal.isTriedAgain {
            if isNews { logger.write(.warning, refusal.message) }
            return
        }
        // Whoever ends for it says it.
        let isTold = membership.refuse(RequestError(code: .refused, message: refusal.message))
        if isNews, !isTold { logger.write(.error, refusal.message) }
    }

    private func keepMembership() throws(ZMQError) {
        if closingDeadline != nil { return }
        let topicChanges = outlet.topicChanges
        if topicChanges != topicChangesTold {
            topicChangesTold = topicChanges
            membership.publishes = outlet.topicNames
        }
        if inlet.changes != changesTold {
            changesTold = inlet.changes
            membership.reads = inlet.readsInForce
        }
        membership.answers = services.names
        askForPermissions()
        guard let sign = membership.due(at: MonotonicClock.nanoseconds) else { return }
        let loop = loop
        requests.send(sign.method, sign.json, deadline: MonotonicClock.nanoseconds + 3_000_000_000) {
            result in
            // Completions come on this thread; the command only brings the core along.
            loop.perform { core in core?.membership.take(result, of: sign.method) }
        }
    }

    private func askForPermissions() {
        let now = MonotonicClock.nanoseconds
        guard keyWatch.isDue(at: now) else { return }
        let loop = loop
        requests.send("bus/key", Array("{}".utf8), deadline: now + 2_000_000_000) { result in
            guard let json = try? result.get(),
                let answer = try? JSON.decode(BusRequests.Key.self, from: json)
            else { return }
            loop.perform { core in core?.take(answer) }
        }
    }

    private func take(_ answer: BusRequests.Key) {
        if !answer.read, inlet.hasInterests, !configuration.isMember, membership.refusal == nil {
            // Who only looks, and may not, has nothing to wait for.
            let why = RequestError(code: .refused, message: KeyWatch.mayNotRead(answer))
            if membership.refuse(why) { return }
        }
        let news = keyWatch.take(answer, topics: outlet.topicNames, reads: inlet.hasInterests)
        if keyWatch.mayPublish(Log.kind) {
            attachLog?()
            attachLog = nil
        }
        for line in news { logger.write(.warning, line) }
    }
}
