internal import Binnacle
internal import Platform

/// The node that points the way back: an arrow to each pin for each fix, and between fixes when the direction changes.
@main
actor ReturnArrow: Plugin {
    nonisolated var unownedExecutor: UnownedSerialExecutor { node.unownedExecutor }

    private let node: Node
    private var table: ArrowTable
    /// The arrows that are on the bus, by the last segments of their topics.
    private var shown: Set<String> = []

    init(node: Node, parameters: Parameters) async throws {
        let (pins, fix, direction) = try Self.topics(parameters)
        self.node = node
        table = ArrowTable(parameters.rules)
        // In this order, so that the last fix finds the pins and the direction there.
        node.subscribe(to: Pin.self, pins, on: self) { arrows, pin in arrows.receive(pin) }
        node.subscribe(to: Direction.self, .exactly(direction), on: self) { arrows, direction in
            arrows.receive(direction)
        }
        node.subscribe(to: Fix.self, .exactly(fix), on: self) { arrows, fix in arrows.receive(fix) }
        node.every(.seconds(ArrowTable.interval), on: self) { arrows in arrows.publishDue() }
        await node.subscriptionsInForce()
        await eraseOthers()
    }

    private static func topics(_ parameters: Parameters) throws(UsageError) -> (TopicFilter, Topic, Topic) {
        var name = "pins"
        do {
            let pins = try TopicFilter(parameters.pins)
            name = "fix"
            let fix = try Topic(parameters.fix)
            name = "direction"
            return (pins, fix, try Topic(parameters.direction))
        } catch {
            throw UsageError("\(name): \(error)")
        }
    }

    private func receive(_ received: Received<Pin>) {
        if let pin = received.message {
            let arrow = table.receive(pin, on: received.topic, at: MonotonicClock.seconds)
            if let arrow { publish([arrow]) }
        } else if let instance = table.removePin(on: received.topic) {
            erase(instance)
        }
    }

    private func receive(_ received: Received<Fix>) {
        guard let fix = received.message else {
            table.loseFix()
            return eraseAll()
        }
        publish(
            table.receive(
                fix,
                since: received.arrivalSeconds - received.ageAtArrival,
                at: MonotonicClock.seconds
            )
        )
    }

    private func receive(_ received: Received<Direction>) {
        publish(
            table.receive(
                received.message,
                since: received.arrivalSeconds - received.ageAtArrival,
                at: MonotonicClock.seconds
            )
        )
    }

    private func publishDue() {
        let now = MonotonicClock.seconds
        // Who joins later must not take an arrow from an old fix for the way from here.
        if table.loseOldFix(at: now) { eraseAll() }
        publish(table.due(at: now))
    }

    private func publish(_ arrows: [ArrowTable.Addressed]) {
        for addressed in arrows {
            publisher(of: addressed.instance)?.publish(addressed.arrow)
            shown.insert(addressed.instance)
        }
    }

    private func erase(_ instance: String) {
        publisher(of: instance)?.erase()
        shown.remove(instance)
    }

    private func eraseAll() {
        for instance in shown { erase(instance) }
    }

    /// Erases the arrows that the bus has kept of this node from a life before: nobody has followed them since.
    private func eraseOthers() async {
        do {
            let instances = try await node.keptInstances(of: Arrow.self)
            for instance in instances where !shown.contains(instance) { erase(instance) }
        } catch {
            // Told to stop while it waited: that is no news.
            if Task.isCancelled { return }
            node.log(.warning, "arrows to pins that were cleared may still be on the bus: \(error)")
        }
    }

    private func publisher(of instance: String) -> Publisher<Arrow>? {
        do {
            return try node.publisher(of: Arrow.self, instance: instance)
        } catch {
            node.log(.error, "the arrow to pin \(instance) cannot be on the bus: \(error)")
            return nil
        }
    }
}
