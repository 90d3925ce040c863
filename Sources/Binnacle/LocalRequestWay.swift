internal import Messages
internal import Platform
internal import ZMTP
internal import ZeroMQ

/// The way of requests on the bus's machine: a link, and no thread beside the node's.
final class LocalRequestWay: RequestWay {
    private let link: Link
    private let address: BusAddress
    private var place = 0
    private var arrived: [[[UInt8]]] = []
    /// How many of those that have arrived have been handed over.
    private var handed = 0
    private var parts: [[UInt8]] = []
    private var hasMore = false
    /// What ended the connection, to be told behind what came by it.
    private var end: Link.Event?

    init(to path: String, of address: BusAddress) {
        link = Link(to: path, as: .dealer)
        self.address = address
    }

    var deadline: Int64 { hasMore ? .min : link.deadline }

    func join(_ poller: inout Poller) { place = poller.add(descriptor: -1) }

    func prepare(_ poller: inout Poller) {
        poller.watch(place, descriptor: link.descriptor, output: link.hasUnsent)
    }

    func isReady(_ poller: borrowing Poller) -> Bool {
        poller.isReady(place) || (deadline != .max && deadline <= MonotonicClock.nanoseconds)
    }

    func next() -> RequestNews? {
        while true {
            if handed < arrived.count {
                handed += 1
                return .message(arrived[handed - 1])
            }
            arrived.removeAll(keepingCapacity: true)
            handed = 0
            let now = MonotonicClock.nanoseconds
            if let event = end ?? link.advance(at: now) {
                end = nil
                return news(of: event)
            }
            if link.hasUnsent { link.flush() }
            guard receive(at: now) else { return nil }
        }
    }

    /// Reads what is there; returns whether anything came of it.
    private func receive(at now: Int64) -> Bool {
        let reception = link.receive(limit: 256, at: now) { bytes, hasMore in
            if parts.count < RequestNews.mostParts {
                parts.append(bytes.withUnsafeBufferPointer { Array($0) })
            }
            guard !hasMore else { return }
            arrived.append(parts)
            parts = []
        }
        hasMore = reception == .more
        if case .ended(let event) = reception {
            // The rest of a message does not come by another connection.
            parts = []
            end = event
        }
        return !arrived.isEmpty || end != nil || hasMore
    }

    func send(_ parts: [[UInt8]]) -> Bool {
        guard link.send(parts) else { return false }
        link.flush()
        return true
    }

    func finish(within milliseconds: Int) { link.finish(within: milliseconds) }

    private func news(of event: Link.Event) -> RequestNews {
        switch event {
        case .connected: .connected
        case .disconnected: .disconnected
        case .refused(let why): .refused(Refusal(why, of: address))
        }
    }
}
