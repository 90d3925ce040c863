internal import Binnacle
internal import Platform

/// The node that remembers places: drops, lists and clears pins, and has them on the bus.
@main
actor Pins: Plugin {
    nonisolated var unownedExecutor: UnownedSerialExecutor { node.unownedExecutor }

    let node: Node
    let store: PinStore
    private let isReplacing: Bool
    private var whereabouts: Whereabouts

    init(node: Node, parameters: Parameters) async throws {
        let fix: Topic
        do { fix = try Topic(parameters.fix) } catch { throw UsageError("fix: \(error)") }
        self.node = node
        isReplacing = !parameters.multiple
        whereabouts = Whereabouts(topic: parameters.fix, maximumAge: parameters.maximumAge)
        store = try Self.openStore(parameters.store, node: node.name)
        node.subscribe(to: Fix.self, .exactly(fix), on: self) { pins, fix in pins.receive(fix) }
        node.answer("drop", on: self) { pins, request in try pins.drop(request) }
        node.answer("list", on: self) { pins, request in try pins.list(request) }
        node.answer("clear", on: self) { pins, request in try pins.clear(request) }
        await node.subscriptionsInForce()
        try await publishAll()
    }

    private static func openStore(_ path: String?, node: String) throws(PinError) -> PinStore {
        if path == "memory:" { return try PinStore(path: nil) }
        if let path { return try PinStore(path: path) }
        let standard = try StorePath.standard(for: node)
        try StorePath.makeFolders(above: standard)
        return try PinStore(path: standard)
    }

    private func receive(_ received: Received<Fix>) {
        whereabouts.receive(received.message, since: received.arrivalSeconds - received.ageAtArrival)
    }

    private func drop(_ request: DropRequest) throws -> DropReply {
        try answering {
            () throws(PinError) in
            let label = try Label.clean(request.label)
            let given = try Place(
                latitude: request.latitude,
                longitude: request.longitude,
                altitude: request.altitude
            )
            let place = if let given { given } else { try here() }
            let drop = try store.drop(
                at: place,
                label: label,
                time: WallClock.seconds,
                isReplacing: isReplacing
            )
            // The new one first: a reader of pins has one at any moment.
            publish(drop.pin)
            for id in drop.replaced { erase(id) }
            node.ready()
            return DropReply(pin: PinReply(drop.pin), replaced: drop.replaced)
        }
    }

    /// Where we are.
    private func here() throws(PinError) -> Place {
        Place(of: try whereabouts.fix(now: MonotonicClock.seconds))
    }

    private func list(_: ListRequest) throws -> ListReply {
        try answering { () throws(PinError) in ListReply(pins: try store.pins().map(PinReply.init)) }
    }

    private func clear(_ request: ClearRequest) throws -> ClearReply {
        try answering {
            () throws(PinError) in
            let cleared = try store.clear(request.id)
            for id in cleared { erase(id) }
            // Clearing nothing writes nothing, so it does not show that the store is well again.
            if !cleared.isEmpty { node.ready() }
            return ClearReply(cleared: cleared)
        }
    }

    /// Runs a method, and lets the rig know when the store fails.
    private func answering<Reply>(_ method: () throws(PinError) -> Reply) throws(RequestError) -> Reply {
        do {
            return try method()
        } catch {
            if error.code == .storeFailed {
                node.degrade(error.message)
                node.fail(Failure.Code(rawValue: error.code.rawValue), error.message)
            }
            throw RequestError(code: RequestError.Code(rawValue: error.code.rawValue), message: error.message)
        }
    }
}
