package import Messages
internal import Platform

/// What there is at the address of a bus, as a node that wants in finds it.
package enum BusPresence: Hashable, Sendable {
    /// A bus that answers.
    case answers
    /// Nobody listens there.
    case nobody
    /// What is there does not let the node in, and says why and what to do.
    case refuses(String)
    /// Something listens at this endpoint, and does not answer as a bus does.
    case silent(String)
    /// Whether somebody listens there cannot be found out, and why.
    case unreachable(String)

    /// What is said of it; `nil` where there is nothing to complain of.
    package func complaint(at address: BusAddress) -> String? {
        switch self {
        case .answers: nil
        case .nobody:
            "no bus answers at \(address): nobody listens there; start one with 'binnacle bus --address \(address)' or "
                + "'binnacle launch FILE'"
        case .refuses(let why): why
        case .silent(let endpoint):
            "something listens at \(endpoint) but does not answer as a bus; a bus that is held up or stopped is to be "
                + "ended, another program left alone: then name another address (--address, BINNACLE_BUS)"
        case .unreachable(let why):
            "no bus answers at \(address): \(why); correct the address, or look whether that machine is on and its "
                + "firewall lets you through"
        }
    }
}

extension BusAddress {
    /// Looks whether somebody listens at the sockets of a bus, without a word to whoever it is.
    ///
    /// Blocks while a host is looked up and does not answer.
    /// - Returns: the first endpoint at which somebody does, that of requests before others, and whether it is that.
    func look() -> (found: Listener, endpoint: String, isRequest: Bool) {
        var places: [(endpoint: String, look: () -> Listener)] = []
        if let folder {
            places = ["request", "subscribe", "publish"].map { name in
                ("ipc://\(folder)/\(name)", { Listener.at(path: "\(folder)/\(name)") })
            }
        } else if let host, let port {
            places = [(requestEndpoint, port + 2), (subscribeEndpoint, port + 1), (publishEndpoint, port)].map
            {
                endpoint,
                port in (endpoint, { Listener.at(host: host, port: port) })
            }
        }
        for (index, place) in places.enumerated() {
            let found = place.look()
            if found != .absent { return (found, place.endpoint, index == 0) }
        }
        return (.absent, requestEndpoint, true)
    }
}
