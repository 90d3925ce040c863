internal import Glibc
internal import Messages
internal import Platform
internal import ZeroMQ

extension Sockets {
    /// Binds the sockets of readers and of requests at an address, and finds ports where any will do.
    ///
    /// - Returns: the address with its ports.
    static func bind(
        _ subscribe: borrowing Socket,
        _ request: borrowing Socket,
        at address: BusAddress
    ) throws(BrokerError) -> BusAddress {
        do {
            guard address.hasWildcardPort else {
                try subscribe.bind(to: address.subscribeEndpoint)
                try request.bind(to: address.requestEndpoint)
                return address
            }
            for _ in 0..<200 {
                // Below the range from which the system gives ports to outgoing connections.
                let candidate = address.with(port: .random(in: 10_000..<32_000))
                guard try isFree(candidate.subscribeEndpoint, for: subscribe) else { continue }
                if try isFree(candidate.requestEndpoint, for: request) { return candidate }
                try subscribe.unbind(from: candidate.subscribeEndpoint)
            }
        } catch {
            throw explain(error)
        }
        throw BrokerError("found no three free ports in a row for \(address)")
    }

    /// Binds one socket.
    static func bind(_ socket: borrowing Socket, to endpoint: String) throws(BrokerError) {
        do { try socket.bind(to: endpoint) } catch { throw explain(error) }
    }

    private static func isFree(_ endpoint: String, for socket: borrowing Socket) throws(ZMQError) -> Bool {
        do {
            try socket.bind(to: endpoint)
            return true
        } catch  where error.isAddressInUse {
            return false
        }
    }

    static func explain(_ error: SystemError) -> BrokerError {
        guard error.code == EADDRINUSE else { return BrokerError("\(error)") }
        return inTheWay(error.call)
    }

    private static func explain(_ error: ZMQError) -> BrokerError {
        if error.isNoAddressOfOurs {
            return BrokerError(
                "\(error.call): this machine has no such address; 'ip address' lists those it has"
            )
        }
        guard error.isAddressInUse else { return BrokerError("\(error)") }
        return inTheWay(error.call)
    }

    private static func inTheWay(_ call: String) -> BrokerError {
        BrokerError("\(call): something is there already; stop it, or name another place with --address")
    }
}
