internal import Glibc
internal import Messages
internal import Platform

extension BusAddress {
    /// The same address with the number of its host, which is what a socket can be bound to.
    ///
    /// A name of the loopback stands for its number; interfaces (`eth0`) and `*` are left to libzmq, which knows them.
    /// - Throws: that the host is the name of something else, and what to write.
    func bindable() throws(BrokerError) -> BusAddress {
        guard let host, host != "*", if_nametoindex(host) == 0 else { return self }
        let found = NetworkAddress.resolve(host, port: 0)
        let isNumber = found.count == 1 && (host.contains(":") || found[0].host == host)
        if isNumber { return with(host: found[0].host) }
        let port = port.map { "\($0)" } ?? "*"
        guard let first = found.first(where: { !$0.isIPv6 }) ?? found.first else {
            throw BrokerError(
                "\(self): '\(host)' is no number, and no name of this machine that is known; write "
                    + "tcp://127.0.0.1:\(port) for this machine alone, tcp://0.0.0.0:\(port) for others too"
            )
        }
        guard found.allSatisfy(\.isLoopback) else {
            throw BrokerError(
                "\(self): a bus is at a number, and '\(host)' is a name; write tcp://\(first.host):\(port) if that is "
                    + "this machine's, or tcp://0.0.0.0:\(port) for all of its networks"
            )
        }
        return with(host: first.host)
    }
}
