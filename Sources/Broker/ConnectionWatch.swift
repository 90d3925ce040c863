internal import ZeroMQ

/// The TCP connections of one of the bus's sockets: who is there, and how they end.
final class ConnectionWatch {
    /// What is to be said of a connection.
    enum News {
        /// It was refused before anything was exchanged.
        case refused(HandshakeFailure, Connection?, isSecured: Bool)
        /// It ended, and not by the peer's will.
        case ended(Connection, Connection.End)
        /// It came, with this descriptor.
        case came(Int32)
        /// There were too many.
        case tooMany(Connection)
    }

    let monitor: Monitor
    private(set) var connections: [Int32: Connection] = [:]
    /// How many there may be.
    let limit: Int
    // Connections that had ended before they could be looked at, with their endpoints.
    private var gone: [Int32: String] = [:]
    // The ports that ask for a key.
    private var securedPorts: Set<String> = []
    private var expected: [(key: String, host: String)] = []
    // libzmq tells of a failure without its connection, and then of the connection's end.
    private var failure: (HandshakeFailure, endpoint: String)?

    init(_ socket: borrowing Socket, in context: Context, limit: Int) throws(ZMQError) {
        monitor = try Monitor(socket, in: context, transport: "tcp://")
        self.limit = limit
    }

    /// Notes that an endpoint asks for keys.
    func secure(_ endpoint: String) { securedPorts.insert(Self.port(of: endpoint)) }

    /// Returns what has happened that somebody should know.
    func takeNews() throws(ZMQError) -> [News] {
        var news: [News] = []
        while let event = try monitor.next() {
            switch event {
            case .accepted(let descriptor, let endpoint):
                connections[descriptor] = Connection(descriptor, isSecured: isSecured(endpoint))
                gone[descriptor] = connections[descriptor] == nil ? endpoint : nil
                news.append(.came(descriptor))
                if connections.count > limit, let last = connections[descriptor] {
                    last.end()
                    news.append(.tooMany(last))
                }
            case .connected: greeted()
            case .refused(let why, let endpoint): failure = (why, endpoint)
            case .disconnected(let descriptor):
                let connection = connections.removeValue(forKey: descriptor)
                if let (why, endpoint) = failure {
                    failure = nil
                    news.append(.refused(why, connection, isSecured: isSecured(endpoint)))
                } else if let connection, !connection.isEnded {
                    news.append(.ended(connection, connection.howEnded))
                } else if let endpoint = gone[descriptor] {
                    news.append(.refused(.cutOff, nil, isSecured: isSecured(endpoint)))
                }
                gone[descriptor] = nil
            }
        }
        return news
    }

    /// Notes that a peer with this key has been let in, and is about to greet.
    func expect(_ key: String, from host: String) {
        expected.append((key, host))
        // Some go away before they greet.
        if expected.count > limit { expected.removeFirst() }
    }

    /// Notes whose connection it is that a message came by: that is sure.
    func identify(_ descriptor: Int32?, as key: String) {
        guard let descriptor, let connection = connections[descriptor], connection.key != key else { return }
        connection.key = key
    }

    /// libzmq does not tell whose greeting it was: it is most likely the one that has waited longest.
    private func greeted() {
        let waiting = connections.values.filter { !$0.hasGreeted }
        guard let connection = waiting.min(by: { $0.accepted < $1.accepted }) else { return }
        connection.hasGreeted = true
        guard connection.isSecured,
            let place = expected.firstIndex(where: { connection.peer.hasPrefix("\($0.host):") })
        else { return }
        connection.key = expected.remove(at: place).key
    }

    /// Ends the connections of a key, and those that ask for a key and have not said anything yet.
    ///
    /// Nothing has been sent by the latter, and they come back by themselves if they are still let in.
    func end(_ key: String) {
        for connection in connections.values
        where connection.isSecured && (connection.key == nil || connection.key == key) {
            connection.end()
        }
    }

    private func isSecured(_ endpoint: String) -> Bool { securedPorts.contains(Self.port(of: endpoint)) }

    private static func port(of endpoint: String) -> String {
        String(endpoint[(endpoint.lastIndex(of: ":") ?? endpoint.startIndex)...])
    }
}
