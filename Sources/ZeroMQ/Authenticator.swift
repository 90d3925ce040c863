internal import CZeroMQ

/// Decides on the clients with keys that come to the sockets of a context, by ZAP (ZeroMQ RFC 27).
///
/// It must be there before the first endpoint with keys is bound: libzmq lets everybody in who has some key while it
/// is not.
public struct Authenticator: ~Copyable {
    /// A client that wants to be let in.
    public struct Request: Sendable {
        /// What the socket is for that it came to.
        public let domain: String
        /// Where it comes from: an address without a port, of IPv6 in brackets.
        public let address: String
        /// The client's public key.
        public let key: CurveKey
        fileprivate let envelope: [[UInt8]]
    }

    /// What becomes of a client.
    public enum Verdict: Hashable, Sendable {
        /// It is let in; its messages bear its public key, ``Part/userID``.
        case admitted
        /// It is told that it is not let in; libzmq's clients do not try again then.
        case refused
    }

    /// Readable when a client waits for its verdict.
    public let socket: Socket

    /// Takes the place of the one authenticator of a context.
    public init(in context: Context) throws(ZMQError) {
        let socket = try Socket(.router, in: context)
        try socket.bind(to: "inproc://zeromq.zap.01")
        self.socket = socket
    }

    /// Returns the next client that waits, or `nil` when none does.
    ///
    /// Who comes to an endpoint that asks for no key is let in on the way.
    public func next() throws(ZMQError) -> Request? {
        while let parts = try socket.receive(limit: 16) {
            // [route, empty, version, id, domain, address, identity, mechanism, credentials…]
            guard let empty = parts.firstIndex(of: []), parts.count >= empty + 7 else { continue }
            // Version and number of the request go back, and not what follows.
            let envelope = Array(parts[...(empty + 2)])
            let mechanism = parts[empty + 6]
            if mechanism.elementsEqual("NULL".utf8) {
                // An endpoint that asks for keys does not come to this with a client that has none.
                try answer(envelope, "200", "OK", user: "")
                continue
            }
            guard parts.count == empty + 8, mechanism.elementsEqual("CURVE".utf8),
                let key = CurveKey(bytes: parts[empty + 7])
            else {
                try answer(envelope, "400", "not a key", user: "")
                continue
            }
            return Request(
                domain: String(decoding: parts[empty + 3], as: UTF8.self),
                address: Self.host(parts[empty + 4]),
                key: key,
                envelope: envelope
            )
        }
        return nil
    }

    private static func host(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains(":") ? "[\(text)]" : text
    }

    /// Tells a client what becomes of it.
    public func answer(_ request: Request, _ verdict: Verdict) throws(ZMQError) {
        switch verdict {
        case .admitted: try answer(request.envelope, "200", "OK", user: request.key.description)
        case .refused: try answer(request.envelope, "400", "not authorised", user: "")
        }
    }

    private func answer(
        _ envelope: [[UInt8]],
        _ status: String,
        _ text: String,
        user: String
    ) throws(ZMQError) {
        _ = try socket.send(envelope + [status, text, user, ""].map { Array($0.utf8) })
    }
}
