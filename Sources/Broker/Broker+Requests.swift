internal import Keys
internal import Messages
internal import Platform
internal import ZeroMQ

extension Broker {
    /// Takes what has come by TCP: requests of clients, and answers of nodes.
    mutating func takeRequests() throws {
        guard let remote = sockets.remote else { return }
        let first = Part()
        spent = 0
        while !isTurnOver {
            let start = MonotonicClock.nanoseconds
            defer { spent += MonotonicClock.nanoseconds - start }
            guard var parts = try remote.request.receive(limit: 1 + Requester.mostParts, first: first) else {
                return
            }
            parts[0].insert(Sockets.Way.remote, at: 0)
            guard let entrance = sockets.entrance, let key = first.userID else {
                try take(parts, of: nil)
                continue
            }
            // Who has no entry any more is about to be disconnected.
            guard let caller = entrance.keys[key] else { continue }
            sockets.watches?.request.identify(first.connection, as: key)
            try take(parts, of: caller)
        }
    }

    /// Takes one request or answer.
    ///
    /// - Parameters:
    ///   - parts: the message.
    ///   - caller: the key of who sent it; `nil` where none is asked for, who may do everything.
    /// - Throws: what libzmq says.
    mutating func take(_ parts: [[UInt8]], of caller: AuthorisedKey?) throws {
        guard parts.count <= 1 + Requester.mostParts else {
            let back = parts[1...Requester.mostParts].firstIndex(of: []).map { Array(parts[...$0]) }
            let message = "a request of more than \(Requester.mostParts) parts: it is not carried out"
            return try reply(to: back ?? [parts[0], []], .badRequest, message)
        }
        // [route, …, empty, method or token, JSON]: what stands before the first empty part comes back unchanged.
        guard let empty = parts.dropFirst().firstIndex(of: []), empty + 1 < parts.count else {
            try refuse(parts, of: caller)
            return
        }
        let envelope = Array(parts[...empty])
        let body = parts[(empty + 1)...]
        guard let first = body.first, body.count <= 2 else {
            try reply(
                to: envelope,
                .badRequest,
                "a request has two parts, NODE/METHOD and JSON, not \(body.count)"
            )
            return
        }
        let json = body.count == 2 ? body[empty + 2] : []
        if empty == 1, PendingRequests.isToken(first) {
            try passBack(json, token: first, from: parts[0])
            return
        }
        let name = String(decoding: first, as: UTF8.self)
        guard let slash = name.firstIndex(of: "/"), first.count <= 255 else {
            try reply(
                to: envelope,
                .badRequest,
                "a request goes to NODE/METHOD, not to '\(name.prefix(255))'"
            )
            return
        }
        let node = String(name[..<slash])
        let method = String(name[name.index(after: slash)...])
        if let caller, try !permits(caller, node, method, envelope) { return }
        // Nobody is there any more to be answered.
        if node == "bus", Self.onlyTells.contains(method), sockets.hasGone(parts[0]) { return }
        if node == "bus", method == "key" {
            try reply(to: envelope, describe(caller))
        } else if node == "bus" {
            try answer(method, json.isEmpty ? Array("{}".utf8) : json, of: caller, to: envelope)
        } else {
            try passOn(method, json, to: node, from: envelope)
        }
    }

    /// The methods of the bus that do nothing but answer.
    private static let onlyTells: Set = ["topics", "nodes", "last", "listeners", "key", "ping"]

    /// Answers what cannot be told to be a request: nothing stands before an empty part, or nothing behind it.
    private mutating func refuse(_ parts: [[UInt8]], of caller: AuthorisedKey?) throws {
        guard parts.count > 1 else { return }
        let first = parts[1].withUnsafeBytes(Rejection.printable)
        let rule = "a DEALER sends an empty part, NODE/METHOD and JSON, with an id before them or without"
        let message = "what came has no empty part before NODE/METHOD, its first part is '\(first)': \(rule)"
        try reply(to: [parts[0], []], .badRequest, message)
        try complain(.noRequest, by: caller?.name ?? "", of: caller, "a request is refused: \(message)")
    }

    private mutating func passOn(
        _ method: String,
        _ json: [UInt8],
        to name: String,
        from envelope: [[UInt8]]
    ) throws {
        guard let node = registry.present(name) else {
            let known = registry.nodes.values.filter { $0.state != .gone }.map(\.hello.name).sorted()
            let those = known.isEmpty ? "no node is there" : "there are \(known.joined(separator: ", "))"
            try reply(to: envelope, .unknownNode, "no node '\(name)' is on the bus; \(those)")
            return
        }
        guard !pending.isFull(for: name) else {
            try reply(
                to: envelope,
                .refused,
                "too many requests wait for node '\(name)' already; try again later"
            )
            return
        }
        let token = pending.add(envelope: envelope, node: name, at: MonotonicClock.nanoseconds)
        switch try sockets.send([node.route, [], token, Array(method.utf8), json]) {
        case .sent: return
        case .full:
            _ = pending.take(token) { $0 == name }
            try reply(
                to: envelope,
                .refused,
                "node '\(name)' does not take its requests, and too many wait for it already; try again later"
            )
        case .unreachable:
            let why = "its connection ended"
            guard sockets.mayHaveSaidMore(node.route) else { return try dismiss(name, why: why) }
            // What it said before is read yet, answers to others perhaps.
            _ = pending.take(token) { $0 == name }
            try reply(to: envelope, .unknownNode, "node '\(name)' is gone: \(why)")
        }
    }

    private mutating func passBack(_ json: [UInt8], token: [UInt8], from route: [UInt8]) throws {
        let nodes = registry
        guard let caller = pending.take(token, isFrom: { nodes[$0]?.route == route }) else { return }
        guard try sockets.send(caller.envelope + [json]) == .full else { return }
        try reply(
            to: caller.envelope,
            .refused,
            "\(caller.node) has answered with \(json.count) bytes, and there was no room for them: read the answers that have come, "
                + "and ask again"
        )
    }

    /// Declares a node gone: says so on its status topic, and to all who wait for its answers.
    mutating func dismiss(_ name: String, why: String) throws {
        guard registry.present(name) != nil else { return }
        registry.leave(name, note: why)
        for caller in pending.abandon(name) {
            try reply(to: caller.envelope, .unknownNode, "node '\(name)' is gone: \(why)")
        }
        var status = Status(time: WallClock.seconds, state: .gone)
        status.note = why
        status.pid = registry[name]?.hello.pid
        var payload: [UInt8] = []
        status.encode(into: &payload)
        try exchange.publish(payload, on: "status/\(name)", to: &fanOut)
    }

    /// Sends an error to a caller.
    func reply(to envelope: [[UInt8]], _ code: RequestError.Code, _ message: String) throws(ZMQError) {
        try send(.failure(RequestError(code: code, message: message)), to: envelope)
    }

    /// Sends a result to a caller.
    func reply(to envelope: [[UInt8]], _ result: some Encodable) throws {
        try reply(to: envelope, try JSON.encode(result))
    }

    /// Sends a result that is JSON already to a caller.
    func reply(to envelope: [[UInt8]], _ json: [UInt8]) throws(ZMQError) {
        try send(.success(json), to: envelope)
    }

    private func send(_ result: Result<[UInt8], RequestError>, to envelope: [[UInt8]]) throws(ZMQError) {
        // A caller that went away needs no answer.
        _ = try sockets.send(envelope + [RequestAnswer.write(result)], isBounded: false)
    }
}
