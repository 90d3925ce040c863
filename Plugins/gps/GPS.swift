internal import Binnacle
internal import Platform
internal import Receivers

/// A GPS receiver, or a recording of one.
@main
struct GPS: LivePlugin {
    private let node: Node
    private let source: Source
    private let fixes: Publisher<Fix>
    private let headings: Publisher<Heading>
    private let skies: Publisher<Sky>
    private let counts = Lock(ReceiverCounters())
    private let keeper: DutyKeeper
    /// What is read, while something is.
    private let receiver = Lock<Receiver?>(nil)

    init(node: Node, parameters: GPSParameters) async throws {
        self.node = node
        source = try parameters.readSource()
        fixes = try node.publisher(of: Fix.self)
        headings = try node.publisher(of: Heading.self)
        skies = try node.publisher(of: Sky.self)
        keeper = DutyKeeper(
            parameters.economy,
            node: node,
            topics: [fixes.topic, headings.topic, skies.topic]
        ) { [receiver] isResting in
            receiver.withLock { $0?.setResting(isResting) }
        }
        try Self.check(source)
    }

    /// A file that is not there is an error at once, not after the readers have come.
    private static func check(_ source: Source) throws {
        switch source {
        case .file: _ = try Connection.open(source, or: try Wakeup())
        case .pipe(let path): try Connection.checkPipe(path)
        case .standardInput, .serial, .tcp, .listener, .udp, .gpsd: break
        }
    }

    func take(_ parameters: GPSParameters) { keeper.take(parameters.economy) }

    func run() async throws {
        let (counts, report) = (counts, Lock(CounterReport()))
        node.count { report.withLock { report in report.object(counts.withLock { $0 }) } }
        keeper.begin()
        let losses = Lock(LossReport())
        node.every(.seconds(1)) { [weak node, source] in
            guard let node else { return }
            let overruns = counts.withLock { $0.overruns }
            let lines = losses.withLock { $0.lines(overruns: overruns, drops: node.dropped, of: source) }
            for line in lines { node.log(.warning, line) }
        }
        if case .file(let path) = source {
            try await node.waitForReaders(of: [fixes.topic, headings.topic])
            let connection = try Connection.open(source, or: try Wakeup())
            let recording = Recording(
                path: path,
                node: node,
                fixes: fixes,
                headings: headings,
                skies: skies,
                choose: { [keeper] in keeper.take($0) },
                count: { counters in counts.withLock { $0 = counters } }
            )
            return try await recording.play(connection)
        }
        await waitBriefly()
        // Ends with what is read.
        async let _ = keeper.countReaders()
        if source.canWait { try await readHeld() } else { try await read(outputs) }
    }

    private func read(_ outputs: Station.Outputs) async throws {
        let station = Lock(Station(source, outputs: outputs))
        let (node, counts) = (node, counts)
        let receiver = try Receiver(source) { report in
            let counters = station.withLock { station in
                // What has come together goes on together.
                node.batch { station.take(report) }
                return station.counters
            }
            counts.withLock { $0 = counters }
            return counters.understood
        }
        self.receiver.withLock { $0 = receiver }
        // It may have been told to rest before there was a receiver.
        receiver.setResting(keeper.isResting)
        try await receiver.read()
    }

    /// Reads what may come faster than the readers take it, such as a log through a pipe, and makes it wait then.
    private func readHeld() async throws {
        let gate = try Gate()
        var outputs = outputs
        let (fix, heading, sky) = (outputs.fix, outputs.heading, outputs.sky)
        outputs.fix = {
            fix($0)
            gate.pass()
        }
        outputs.heading = {
            heading($0)
            gate.pass()
        }
        outputs.sky = {
            sky($0)
            gate.pass()
        }
        let (node, fixes, headings, skies) = (node, fixes, headings, skies)
        try await withThrowingTaskGroup { [outputs] group in
            // On the thread that asks and is answered: each other would have to be woken besides.
            group.addTask(executorPreference: node.taskExecutor) {
                await gate.serve { try await node.confirm([fixes, headings, skies]) }
            }
            defer { gate.open() }
            try await read(outputs)
            try await node.settle([fixes, headings, skies])
        }
    }

    /// A live receiver does not wait for its readers, but those that start together with it are given a moment.
    private func waitBriefly() async {
        guard !node.readers.isEmpty else { return }
        let topics = [fixes.topic, headings.topic]
        await withTaskGroup { group in
            group.addTask { [node] in try? await node.waitForReaders(of: topics) }
            group.addTask { try? await Task.sleep(for: .seconds(3)) }
            await group.next()
            group.cancelAll()
        }
    }

    private var outputs: Station.Outputs {
        let (node, keeper, fixes, headings, skies) = (node, keeper, fixes, headings, skies)
        return Station.Outputs(
            fix: { if let fix = keeper.take($0) { fixes.publish(fix) } },
            heading: { headings.publish($0) },
            sky: { skies.publish($0) },
            fail: { code, message in
                node.fail(code, message)
                node.degrade(message)
            },
            recover: { message in
                node.log(.info, message)
                node.ready()
            },
            note: { node.log(.info, $0) }
        )
    }
}
