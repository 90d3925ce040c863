internal import Keys
public import Messages
internal import Platform
internal import Synchronization
internal import ZeroMQ

/// A process's place on a bus: it publishes, subscribes, asks and answers.
///
/// One thread of the node's own does all that waits: it owns the sockets, calls the handlers of subscriptions one at a
/// time and in order, and runs the actors that name ``unownedExecutor`` as theirs. The bus may be away when a node
/// joins, and may die and return: the node connects by itself.
public final class Node: Sendable {
    /// The node's name, the second segment of its topics.
    public let name: String
    /// Where the bus is.
    public let address: BusAddress
    let configuration: NodeConfiguration
    let loop: NodeLoop
    private let tasks: NodeTasks
    let outlet: Outlet
    let logger: Logger
    private let nextInterest = Atomic<UInt64>(0)
    let overflowed = Counter()
    /// What the node counts for its status.
    let counters = Lock<(@Sendable () -> JSONObject)?>(nil)
    private let clock = Lock<BusClock?>(nil)
    /// The parameters in force, a JSON object or nothing.
    let parameters: Lock<[UInt8]>
    private let closing = Closing()

    /// Joins a bus, or waits for it in the background where it is not there yet.
    ///
    /// - Throws: when the address cannot be used at all, or the system gives no thread or socket.
    public static func join(_ configuration: NodeConfiguration) throws -> Node {
        try configuration.address.checkOwner()
        if configuration.isMember { try NodeName.check(configuration.name) }
        var configuration = configuration
        if configuration.key == nil, configuration.address.folder == nil {
            configuration.key = try ClientKey.fromEnvironment()
        }
        let node = try Node(configuration)
        try node.start()
        return node
    }

    private init(_ configuration: NodeConfiguration) throws(SystemError) {
        self.configuration = configuration
        parameters = Lock(configuration.parameters)
        name = configuration.name
        address = configuration.address
        loop = try NodeLoop()
        tasks = NodeTasks(loop)
        outlet = Outlet(limit: configuration.queueLimit, overflow: configuration.overflow)
        logger = Logger(level: configuration.logLevel, isForBus: configuration.isMember)
    }

    deinit { loop.stop() }

    private func start() throws {
        let (configuration, loop, outlet, logger, closing) = (configuration, loop, outlet, logger, closing)
        // The sockets belong to the thread, so it is there that opening them can fail.
        let opened = Lock<Result<Void, ZMQError>?>(nil)
        let bell = try Wakeup()
        try loop.start(named: "binnacle-node") {
            do {
                let core = try NodeCore(configuration, outlet: outlet, loop: loop, logger: logger)
                opened.withLock { $0 = .success(()) }
                bell.ring()
                try core.run()
            } catch let error as ZMQError {
                opened.withLock { if $0 == nil { $0 = .failure(error) } }
                bell.ring()
                logger.write(.error, "the node's sockets failed: \(error)")
            } catch {
                logger.write(.error, "\(error)")
            }
            closing.finish()
        }
        bell.wait()
        try opened.withLock { $0 }?.get()
        if configuration.isMember { startReporting() }
        if configuration.followsClock { followClock() }
    }

    /// Says goodbye, hands over what waits to be sent, and closes the sockets.
    ///
    /// Takes a second at most when the bus is away. Publishing goes nowhere afterwards, and requests fail.
    public func close() async {
        loop.perform { core in core?.close() }
        await closing.wait()
    }

    /// The executor of actors that live on the node's thread.
    ///
    /// An actor that returns it from its own `unownedExecutor` is called by subscriptions, timers and requests without
    /// a change of threads.
    public var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Runs tasks on the node's thread, for as long as the node lives.
    ///
    /// A task that prefers it, and asks others one thing after another, wakes no other thread for that. It must not block: nothing is
    /// sent or handled meanwhile.
    public var taskExecutor: any TaskExecutor { tasks }

    /// The time to give a measurement that is made now, Unix seconds.
    ///
    /// The wall clock's; once the node follows the bus's clock (``followClock()``), a recording's while one is played.
    public var now: Double { clock.withLock { $0 }?.now ?? WallClock.seconds }

    /// Lets ``now`` follow the clock of the bus: a replay may own it, one at a time.
    ///
    /// Three seconds after the replay has ended it is the wall clock again. A launcher asks for this with
    /// `BINNACLE_CLOCK=bus`.
    public func followClock() {
        let followed = BusClock()
        let isNew = clock.withLock { clock in
            guard clock == nil else { return false }
            clock = followed
            return true
        }
        guard isNew else { return }
        let hasWarned = Counter()
        let logger = logger
        subscribe(to: Clock.self, .kind(Clock.kind)) { received in
            guard followed.take(received), hasWarned.value == 0 else { return }
            hasWarned.wrappingAdd(1)
            logger.write(.warning, "the clock has an owner already: \(received.topic) is passed over")
        }
    }

    // MARK: Publishing

    /// Returns the publisher of `<kind>/<name of the node>`, or of an instance below it.
    ///
    /// - Throws: which rule of topics the kind or the instance breaks.
    public func publisher<Payload: Message>(
        of type: Payload.Type = Payload.self,
        instance: String? = nil
    ) throws(MessageError) -> Publisher<Payload> {
        let topic = try Topic("\(Payload.kind)/\(name)\(instance.map { "/\($0)" } ?? "")")
        return publisher(of: type, on: topic)
    }

    /// Returns the publisher of a topic.
    public func publisher<Payload: Message>(
        of type: Payload.Type = Payload.self,
        on topic: Topic
    ) -> Publisher<Payload> {
        Publisher(topic, outlet: outlet, loop: loop, logger: logger)
    }

    // MARK: Subscribing

    /// Calls a handler with each message of some topics: first the last values, then what comes, with nothing between
    /// them missing and nothing twice.
    ///
    /// - Parameters:
    ///   - type: what the payloads are read as; those that cannot be are counted and logged once for each topic.
    ///   - filter: which topics.
    ///   - lastValues: whether to ask for the last values.
    ///   - handler: called on the node's thread; it must not block.
    /// - Returns: a handle to end it by.
    @discardableResult @inlinable
    public func subscribe<Payload: Message>(
        to type: Payload.Type,
        _ filter: TopicFilter,
        lastValues: Bool = true,
        handler: @escaping @Sendable (Received<Payload>) -> Void
    ) -> Subscription {
        // Compiled where it is used, for the type that is used: looking types up would cost more than the message.
        listen(to: filter, lastValues: lastValues) {
            topic,
            stamp,
            payload,
            lost,
            arrival throws(MessageError) in
            let message = payload.isEmpty ? nil : try Payload(decoding: payload)
            handler(Received(topic: topic, stamp: stamp, message: message, arrival: arrival, lost: lost))
        }
    }

    /// Calls a handler with each payload of some topics as it came.
    @usableFromInline func listen(
        to filter: TopicFilter,
        lastValues: Bool,
        deliver: @escaping @Sendable (Topic, Stamp, Span<UInt8>, Int, Int64) throws(MessageError) -> Void
    ) -> Subscription {
        let filters = configuration.inputs.map { filter.narrowed(to: $0) } ?? [filter]
        let ids = filters.map { _ in nextInterest.wrappingAdd(1, ordering: .relaxed).newValue }
        loop.perform { core in
            for (id, filter) in zip(ids, filters) {
                core?.add(Interest(id: id, filter: filter, wantsLastValues: lastValues, deliver: deliver))
            }
        }
        return Subscription(ids: ids, loop: loop)
    }

    /// Calls a handler within an actor of the node's thread with each message of some topics.
    ///
    /// - Precondition: the actor's executor is ``unownedExecutor``.
    @discardableResult @inlinable
    public func subscribe<Payload: Message, Owner: Actor>(
        to type: Payload.Type,
        _ filter: TopicFilter,
        lastValues: Bool = true,
        on owner: Owner,
        handler: @escaping @Sendable (isolated Owner, Received<Payload>) -> Void
    ) -> Subscription {
        require(owner)
        // As `assumeIsolated` does, which would look anew for each message where it runs, for a tenth of its cost.
        let isolated = unsafeBitCast(handler, to: (@Sendable (Owner, Received<Payload>) -> Void).self)
        return subscribe(to: type, filter, lastValues: lastValues) { [weak owner] message in
            if let owner { isolated(owner, message) }
        }
    }

    /// Traps on the node's thread where that is not an actor's.
    @usableFromInline func require(_ owner: some Actor) {
        loop.perform { [weak owner] _ in owner?.assumeIsolated { _ in } }
    }

    /// Returns the messages of some topics as a sequence for one reader.
    ///
    /// - Parameters:
    ///   - type: what the payloads are read as.
    ///   - filter: which topics.
    ///   - lastValues: whether the last values come first.
    ///   - buffering: which messages wait for a reader that is slower than they come.
    /// - Returns: the sequence, which ends the subscription when it is let go of.
    public func messages<Payload: Message>(
        of type: Payload.Type,
        _ filter: TopicFilter,
        lastValues: Bool = true,
        buffering: Buffering = .newest(1000)
    ) -> MessageStream<Payload> {
        let overflowed = overflowed
        let buffer = MessageBuffer<Payload>(buffering) { count in
            overflowed.wrappingAdd(count)
        }
        let subscription = subscribe(to: type, filter, lastValues: lastValues) { [weak buffer] in
            buffer?.add($0)
        }
        buffer.onEnd { subscription.cancel() }
        return MessageStream(buffer)
    }

    /// What was lost of what this node reads, by topic and publisher, since it subscribed.
    public func losses() async -> [Loss] { await ask([]) { $0.inlet.losses } }

    /// What was lost since the last message of its topic, and so has not been told with one (``Received/lost``).
    ///
    /// For who stops listening: nothing that would tell may come any more.
    public func untoldLosses() async -> [Topic: Int] { await ask([:]) { $0.inlet.untold } }

    /// What the node's thread knows; something else once the node is closed.
    private func ask<Answer: Sendable>(
        _ fallback: Answer,
        _ body: @escaping @Sendable (NodeCore) -> Answer
    ) async -> Answer {
        let (stream, continuation) = AsyncStream.makeStream(of: Answer.self)
        loop.perform { core in
            continuation.yield(core.map(body) ?? fallback)
            continuation.finish()
        }
        for await answer in stream { return answer }
        return fallback
    }

    /// Waits until all subscriptions that were made before are in force and their last values have come, or until the
    /// task is cancelled.
    public func subscriptionsInForce() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        loop.perform { core in
            guard let core else { return continuation.finish() }
            core.whenInForce { continuation.finish() }
        }
        for await _ in stream {}
    }

    // MARK: Timers

    /// Calls `body` within an actor of the node's thread again and again.
    ///
    /// - Precondition: the actor's executor is ``unownedExecutor``.
    public func every<Owner: Actor>(
        _ interval: Duration,
        on owner: Owner,
        _ body: @escaping @Sendable (isolated Owner) -> Void
    ) {
        every(interval) { [weak owner] in owner?.assumeIsolated { owner in body(owner) } }
    }

    /// Calls `body` on the node's thread again and again.
    public func every(_ interval: Duration, _ body: @escaping @Sendable () -> Void) {
        let nanoseconds = interval.nanoseconds
        loop.perform { core in core?.timers.add(every: nanoseconds, from: MonotonicClock.nanoseconds, body) }
    }
}
