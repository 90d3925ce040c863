internal import Messages
internal import Text

extension ViewState {
    /// The state as one JSON object: messages as they travel on the bus, with their ages in seconds.
    func json(now: Int64) -> String {
        var object = JSONObject()
        object.add("fix", Self.object(fix, now))
        object.add("heading", Self.object(heading, now))
        object.add("direction", Self.object(direction, now))
        object.add("pin", Self.object(pin, now))
        object.add("arrow", Self.object(arrow, now))
        object.add(
            "nodes",
            nodes.sorted { $0.key < $1.key }.map { name, seen in
                var node = JSONObject()
                node.add("name", name)
                node.add("state", seen.value.state.rawValue)
                node.add("note", seen.value.note)
                node.add("age", seen.age(at: now))
                return node
            }
        )
        object.add("failures", failures.sorted { $0.key < $1.key }.compactMap { Self.object($0.value, now) })
        object.add("warning", Self.object(warning, now))
        object.add("lost", lost)
        return object.line
    }

    private static func object<Value: Message & Equatable>(_ seen: Seen<Value>?, _ now: Int64) -> JSONObject?
    {
        guard let seen else { return nil }
        var payload: [UInt8] = []
        var object = JSONObject()
        object.add("topic", seen.topic)
        object.add("age", seen.age(at: now))
        // The kinds of the contract can always be written.
        try? seen.value.encode(into: &payload)
        object["payload"] = try? JSONValue.parse(payload)
        return object
    }

    /// The state as one line of text, for an output that is no terminal.
    ///
    /// What is old is called stale, and no turn is told by it.
    func text(now: Int64, unicode: Bool) -> String {
        var parts: [String] = []
        if let fix {
            let isStale = fix.isStale(at: now, after: Staleness.fix)
            parts.append((isStale ? "stale " : "") + Phrase.position(fix.value))
        } else {
            parts.append("no fix yet")
        }
        if let direction {
            let isStale = direction.isStale(at: now, after: Staleness.direction)
            let text = Phrase.direction(direction.value)
            parts.append(text.map { (isStale ? "stale " : "") + $0 } ?? "no direction")
        }
        if let way, let pin {
            let distance = Phrase.distance(way.value.distance)
            let isStale = way.isStale(at: now, after: Staleness.arrow)
            let text = isStale ? "stale \(distance)" : "\(distance), \(Phrase.turn(way.value))"
            parts.append("\(pin.value.label ?? pin.value.id): \(text)")
        }
        let gone = nodes.filter { $0.value.value.state == .gone || $0.value.age(at: now) > Staleness.status }
        if !gone.isEmpty { parts.append("gone: " + gone.keys.sorted().joined(separator: ", ")) }
        let line = parts.joined(separator: "  |  ").onOneLine
        return unicode ? line : TerminalText.ascii(line)
    }
}
