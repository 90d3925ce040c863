internal import Binnacle
internal import Platform

/// Publishes the best fix, the heading and the direction that all sources together give.
@main
actor Fusion: LivePlugin {
    private let node: Node
    private let fixes: Publisher<Fix>
    private let headings: Publisher<Heading>
    private let directions: Publisher<Direction>
    private var engine: FusionEngine
    private var isLocated = true

    /// On the node's thread, so that a message passes through without a change of threads.
    nonisolated var unownedExecutor: UnownedSerialExecutor { node.unownedExecutor }

    init(node: Node, parameters: FusionParameters) async throws {
        self.node = node
        fixes = try node.publisher()
        headings = try node.publisher()
        directions = try node.publisher()
        engine = FusionEngine(parameters, start: MonotonicClock.seconds)
        subscribe()
    }

    func take(_ parameters: FusionParameters) throws { engine.change(parameters) }

    private func subscribe() {
        let own = node.name
        node.subscribe(to: Fix.self, .kind(Fix.kind), on: self) { fusion, received in
            guard let fix = received.message, received.topic.source != own else { return }
            let isLastValue = received.isLastValue
            fusion.publish(
                fusion.engine.add(
                    fix,
                    from: received.sender,
                    isLastValue: isLastValue,
                    arrival: received.arrivalSeconds
                )
            )
        }
        // What was measured before this node began says nothing about now.
        node.subscribe(to: IMU.self, .kind(IMU.kind), on: self) { fusion, received in
            guard let imu = received.message, !received.isLastValue else { return }
            fusion.publish(fusion.engine.add(imu, from: received.sender, arrival: received.arrivalSeconds))
        }
        node.subscribe(to: MagneticField.self, .kind(MagneticField.kind), on: self) { fusion, received in
            guard let sample = received.message, !received.isLastValue else { return }
            fusion.publish(fusion.engine.add(sample, from: received.sender, arrival: received.arrivalSeconds))
        }
        node.subscribe(to: Heading.self, .kind(Heading.kind), on: self) { fusion, received in
            guard let heading = received.message, !received.isLastValue, received.topic.source != own else {
                return
            }
            fusion.publish(
                fusion.engine.add(heading, from: received.sender, arrival: received.arrivalSeconds)
            )
        }
        node.every(.milliseconds(250), on: self) { fusion in
            fusion.publish(fusion.engine.tick(at: MonotonicClock.seconds))
            fusion.report()
        }
    }

    private func publish(_ output: FusionOutput) {
        for note in output.notes { node.log(.info, note) }
        if let heading = output.heading { headings.publish(heading) }
        // Before the fix that it goes with, so that who has the fix has the direction of the same time.
        if let direction = output.direction { directions.publish(direction) }
        if let fix = output.fix { fixes.publish(fix) }
        for failure in output.failures { node.fail(failure.code, failure.message) }
    }

    private func report() {
        guard isLocated != engine.isLocated else { return }
        isLocated = engine.isLocated
        if isLocated { node.ready() } else { node.degrade("no fix") }
    }
}

extension Received {
    /// The node, and the instance where there is one, that sent it.
    fileprivate var sender: String {
        topic.instance.map { "\(topic.source)/\($0)" } ?? String(topic.source)
    }
}
