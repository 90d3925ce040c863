public import Binnacle
public import Broker
internal import Platform

/// A bus of a test's own on a thread of its own, that ends with ``end()``, or with its last owner.
public final class TestBus: Sendable {
    /// Where it is, with the ports that it got.
    public var address: BusAddress { addresses[0] }
    /// All of its addresses, those without keys first.
    public let addresses: [BusAddress]
    private let folder: TemporaryFolder?
    private let stop: Wakeup
    private let ended: Wakeup

    /// Starts a bus.
    ///
    /// - Parameters:
    ///   - address: where; a fresh folder where none is given.
    ///   - change: makes other choices than the usual.
    /// - Throws: why it cannot be there.
    public init(_ address: String? = nil, _ change: (inout BrokerConfiguration) -> Void = { _ in }) throws {
        let folder = address == nil ? try TemporaryFolder() : nil
        let place = address ?? "ipc://\(folder?.path ?? "")/bus"
        var configuration = BrokerConfiguration(address: try BusAddress(place))
        // All the nodes of a test share the machine with other tests, and may be kept from their turn for long.
        configuration.silence = 30_000
        change(&configuration)
        self.folder = folder
        let (choices, stop, ended, started) = (configuration, try Wakeup(), try Wakeup(), try Wakeup())
        let result = Lock<Result<[BusAddress], BrokerError>?>(nil)
        try Thread.start(named: "bus") {
            do throws(BrokerError) {
                var broker = try Broker(choices)
                let addresses = broker.addresses + broker.securedAddresses
                result.withLock { $0 = .success(addresses) }
                started.ring()
                try broker.run(until: stop)
            } catch {
                result.withLock { $0 = .failure(error) }
                started.ring()
            }
            ended.ring()
        }
        started.wait()
        guard let result = result.withLock({ $0 }) else { throw SystemError(call: "bus", code: 0) }
        addresses = try result.get()
        (self.stop, self.ended) = (stop, ended)
    }

    deinit { end() }

    /// Joins it with a node that logs errors only.
    public func join(_ name: String, _ change: (inout NodeConfiguration) -> Void = { _ in }) throws -> Node {
        var configuration = NodeConfiguration(name: name, address: address)
        configuration.logLevel = .error
        change(&configuration)
        return try Node.join(configuration)
    }

    /// Stops it, and waits until it has given back its place; once more does nothing.
    public func end() {
        stop.ring()
        ended.wait()
    }
}
