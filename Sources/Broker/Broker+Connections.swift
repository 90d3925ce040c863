internal import Keys
internal import Messages
internal import Platform
internal import Text
internal import ZeroMQ

extension Broker {
    /// Takes note of TCP connections that come and go, and says of those that could not stay why.
    mutating func takeConnectionNews() throws {
        guard let watches = sockets.watches else { return }
        for watch in watches.all {
            for news in try watch.takeNews() {
                switch news {
                case .came(let descriptor): exchange.begin(descriptor)
                case .refused(let why, let connection, let isSecured):
                    try explain(why, of: connection, isSecured: isSecured)
                case .ended(let connection, let how):
                    try explain(how, of: connection, isSubscriber: watch === watches.subscribe)
                case .tooMany(let connection):
                    let message =
                        "\(connection.peer) is not let in: there are \(watch.limit) connections"
                    try complain(.tooMany, by: Self.host(of: connection.peer), message)
                }
            }
        }
    }

    private mutating func explain(_ why: HandshakeFailure, of connection: Connection?, isSecured: Bool) throws
    {
        let peer = connection?.peer ?? "a peer that was gone at once"
        let host = Self.host(of: peer)
        switch why {
        // The authenticator has said so, by name.
        case .notAuthorised: return
        case .mechanismMismatch where isSecured:
            try complain(
                .noKey,
                by: host,
                "\(peer) came without a key to an address that asks for one: it is not let in"
            )
        case .mechanismMismatch:
            try complain(
                .unasked,
                by: host,
                "\(peer) came with a key to an address that asks for none: it is not let in"
            )
        case .wrongKey:
            try complain(
                .wrongBusKey,
                by: host,
                "\(peer) takes this bus for another: the key of the bus that it has is not this one's"
            )
        // It went away before they had agreed.
        case .cutOff where connection?.howEnded == .left:
            // A client whose work is done may leave while its other sockets still greet.
            guard isSecured, !hasBeenAdmitted(host) else { return }
            try complain(
                .leftEarly,
                by: host,
                "\(peer) left before it had shown a key: it came without one, or takes this bus for another"
            )
        case .cutOff where connection == nil:
            // On a busy machine it may have been cut off for what it sent before the bus could look at it.
            let cause = isSecured ? "it had no key, or what it sent" : "what it sent"
            try complain(
                .noProtocol,
                by: host,
                "\(peer) has left, or was cut off: \(cause) was too long or no ZMTP"
            )
        case .cutOff, .silent, .malformed:
            try complain(.noProtocol, by: host, "\(peer) does not speak ZMTP: its connection is ended")
        }
    }

    private mutating func explain(
        _ end: Connection.End,
        of connection: Connection,
        isSubscriber: Bool
    ) throws {
        let host = Self.host(of: connection.peer)
        let entry = connection.key.flatMap { sockets.entrance?.keys[$0] }
        let who = entry.map { "key '\($0.name)' (\(connection.peer))" } ?? connection.peer
        switch end {
        case .left: return
        case .cut where !connection.hasGreeted, .silent where !connection.hasGreeted:
            try complain(.noProtocol, by: host, "\(who) does not speak ZMTP: its connection is ended")
        case .cut:
            let size =
                isSubscriber
                ? "\(RemoteSockets.longestSubscription(limits)) bytes" : "\(limits.maximumPartSize >> 20) MiB"
            let message =
                "\(who) sent a part of more than \(size), or what is no ZMTP: its connection is ended"
            try complain(.tooLarge, by: entry?.name ?? host, of: entry, message)
        case .silent:
            try complain(
                .silent,
                by: entry?.name ?? host,
                "\(who) gave no sign of life for 3 s: its connection is ended"
            )
        }
    }

    private func hasBeenAdmitted(_ host: String) -> Bool {
        guard let moment = admitted[host] else { return false }
        return MonotonicClock.nanoseconds - moment < 60_000_000_000
    }

    /// Counts a refusal and, once in a while, says it.
    mutating func complain(
        _ reason: Complaints.Reason,
        by whom: String,
        of entry: AuthorisedKey? = nil,
        _ message: @autoclosure () -> String
    ) throws {
        if let entry {
            refusedOfKeys[entry.publicKey, default: [:]][reason.rawValue, default: 0] += 1
        }
        guard complaints.add(reason, by: whom, at: MonotonicClock.nanoseconds) else { return }
        try tell(.warning, message())
    }

    /// Says something on standard error and on `log/bus`.
    mutating func tell(_ level: Log.Level, _ message: String) throws {
        // Some of it peers have said.
        let message = message.onOneLine
        StandardError.offer("\(level.rawValue): \(message)\n", within: 0)
        var payload: [UInt8] = []
        Log(time: WallClock.seconds, level: level, message: message).encode(into: &payload)
        try exchange.publish(payload, on: "log/bus", flags: .event, to: &fanOut)
    }

    private static func host(of peer: String) -> String {
        String(peer[..<(peer.lastIndex(of: ":") ?? peer.endIndex)])
    }
}
