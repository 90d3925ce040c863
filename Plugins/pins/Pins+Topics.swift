internal import Binnacle
internal import Text

extension Pins {
    /// Puts the pins of the store on the bus, and takes off what the bus has kept of others.
    ///
    /// One may have been cleared or replaced just before the node was killed.
    func publishAll() async throws {
        var kept: [String] = []
        do {
            kept = try await node.keptInstances(of: Pin.self)
        } catch {
            // Told to stop while it waited: that is no news.
            try Task.checkCancellation()
            node.log(.warning, "pins that were cleared may still be on the bus: \(error)")
        }
        // Read after the bus has answered: a pin may have been dropped meanwhile.
        let pins = try store.pins()
        let ids = Set(pins.map(\.id))
        for id in kept where !ids.contains(id) { erase(id) }
        for pin in pins { publish(pin) }
        node.log(.info, "\(pins.count.counted("pin")) in \(store.path ?? "memory")")
    }

    func publish(_ pin: Pin) {
        publisher(of: pin.id)?.publish(pin)
    }

    func erase(_ id: String) {
        publisher(of: id)?.erase()
    }

    private func publisher(of id: String) -> Publisher<Pin>? {
        do {
            return try node.publisher(of: Pin.self, instance: id)
        } catch {
            node.log(.error, "pin \(id) cannot be on the bus: \(error)")
            return nil
        }
    }
}
