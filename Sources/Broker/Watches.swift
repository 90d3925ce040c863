internal import ZeroMQ

/// What is known of the TCP connections to each of the bus's sockets; nothing where all of its addresses are folders.
struct Watches {
    let publish: ConnectionWatch
    let subscribe: ConnectionWatch
    let request: ConnectionWatch
    /// Those to the publish socket that asks for keys.
    let securedPublish: ConnectionWatch?

    var all: [ConnectionWatch] { [publish, subscribe, request] + (securedPublish.map { [$0] } ?? []) }

    /// How many connections there are.
    var count: Int { all.reduce(0) { $0 + $1.connections.count } }

    /// The connections that the authenticator is asked about with this domain.
    func watch(of domain: SecuredEntrance.Domain) -> ConnectionWatch? {
        switch domain {
        case .publish: securedPublish
        case .subscribe: subscribe
        case .request: request
        }
    }

    /// Ends the connections of a key.
    func end(_ key: String) {
        for watch in all { watch.end(key) }
    }
}
