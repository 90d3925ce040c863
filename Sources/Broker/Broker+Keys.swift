internal import Keys
internal import Messages
internal import Platform
internal import ZeroMQ

extension Broker {
    /// Decides on the clients that wait to be let in.
    mutating func admit() throws {
        guard let entrance = sockets.entrance else { return }
        while let request = try entrance.authenticator.next() {
            // Where the connections are is known before the first message of this one comes.
            try takeConnectionNews()
            try refreshKeys()
            let key = request.key.description
            guard let entry = entrance.keys[key] else {
                try entrance.authenticator.answer(request, .refused)
                try refuseStranger(key, from: request.address)
                continue
            }
            let domain = SecuredEntrance.Domain(rawValue: request.domain)
            guard entry.permissions.read || domain != .subscribe else {
                try entrance.authenticator.answer(request, .refused)
                try complain(
                    .mayNotRead,
                    by: entry.name,
                    "key '\(entry.name)' (\(request.address)) may not read: what it subscribes to does not come"
                )
                continue
            }
            note(admitted: request.address)
            domain.flatMap { sockets.watches?.watch(of: $0) }?.expect(key, from: request.address)
            try entrance.authenticator.answer(request, .admitted)
        }
    }

    /// Remembers for a while where keys came from that were let in.
    private mutating func note(admitted host: String) {
        let now = MonotonicClock.nanoseconds
        if admitted.count >= 1000 { admitted = admitted.filter { now - $0.value < 60_000_000_000 } }
        if admitted.count < 10_000 { admitted[host] = now }
    }

    private mutating func refuseStranger(_ key: String, from address: String) throws {
        if let withdrawal = sockets.entrance?.keys.withdrawals[key] {
            try complain(
                withdrawal.reason == .removed ? .revokedKey : .brokenKey,
                by: withdrawal.name,
                "\(withdrawal.words(from: address)): it is not let in"
            )
        } else {
            try complain(
                .unknownKey,
                by: address,
                "the key \(key.prefix(8))… (\(address)) is unknown here: it is not let in"
            )
        }
    }

    /// Reads the folder of keys again, and ends the connections of those that are no longer let in.
    mutating func refreshKeys() throws {
        guard let entrance = sockets.entrance else { return }
        let changes = entrance.keys.refresh()
        for fault in changes.faults where faultsTold.insert(fault).inserted {
            try tell(.warning, fault)
        }
        for key in changes.withdrawn {
            if let withdrawal = entrance.keys.withdrawals[key] {
                try tell(
                    withdrawal.reason == .removed ? .info : .warning,
                    "\(withdrawal.words()): its connections end"
                )
            }
            sockets.watches?.end(key)
        }
    }

    /// Takes messages in from senders with keys, as far as they may publish them.
    mutating func takeMessagesOfKeys() throws {
        guard let entrance = sockets.entrance else { return }
        let part = Part()
        defer { fanOut.settle() }
        for _ in 0..<1000 {
            guard try entrance.publish.receive(into: part) else { return }
            if part.hasMore { try takeConnectionNews() }
            guard let user = part.userID, let entry = entrance.keys[user] else {
                // Its connection is about to end.
                try exchange.turnAway(part, from: entrance.publish)
                noteRejection { _ in nil }
                continue
            }
            sockets.watches?.securedPublish?.identify(part.connection, as: user)
            guard part.withUnsafeBytes(entry.permissions.mayPublish) else {
                try refusePublishing(part, of: entry)
                try exchange.turnAway(part, from: entrance.publish)
                noteRejection { _ in "key '\(entry.name)'" }
                continue
            }
            exchange.newestRefusal = nil
            try exchange.forward(part, from: entrance.publish, to: &fanOut)
            noteRejection { _ in "key '\(entry.name)'" }
            if let why = exchange.newestRefusal {
                try complain(
                    .notTaken,
                    by: "\(entry.name) \(why.rawValue)",
                    of: entry,
                    "a message of key '\(entry.name)' is refused: \(why.rawValue)"
                )
            }
        }
    }

    private mutating func refusePublishing(_ part: borrowing Part, of entry: AuthorisedKey) throws {
        let kind = part.withUnsafeBytes { bytes in
            let kind = bytes.prefix(64).prefix { $0 != UInt8(ascii: "/") }
            return String(decoding: kind, as: UTF8.self)
        }
        let shown = Topic.isSegment(kind) ? "'\(kind)'" : "what is no topic"
        try complain(
            .mayNotPublish,
            by: "\(entry.name) \(Topic.isSegment(kind) ? kind : "")",
            of: entry,
            "key '\(entry.name)' may not publish \(shown); it may publish \(Self.list(entry.permissions.publish))"
        )
    }

    /// Whether a caller may call a method; says no to who may not.
    mutating func permits(
        _ entry: AuthorisedKey,
        _ node: String,
        _ method: String,
        _ envelope: [[UInt8]]
    ) throws -> Bool {
        if entry.permissions.mayCall(node, method) { return true }
        let name = "\(node.prefix(64))/\(method.prefix(64))"
        let allowed =
            node == "bus"
            ? "it may not read" : "it may call \(Self.list(entry.permissions.call))"
        let message = "key '\(entry.name)' may not call \(name): \(allowed)"
        try reply(to: envelope, .refused, "\(message); the bus's owner decides on that")
        try complain(.mayNotCall, by: "\(entry.name) \(name)", of: entry, message)
        return false
    }

    /// What a caller may do, by its key.
    func describe(_ caller: AuthorisedKey?) -> BusRequests.Key {
        let permissions = caller?.permissions
        return BusRequests.Key(
            name: caller?.name,
            read: permissions?.read ?? true,
            publish: permissions?.publish ?? ["*"],
            call: permissions?.call ?? ["*"],
            refused: caller.flatMap { refusedOfKeys[$0.publicKey] } ?? [:]
        )
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }
}
