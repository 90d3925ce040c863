internal import Messages

extension ViewState {
    /// The state as one JSON object: messages as they travel on the bus, with their ages in seconds.
    func json(now: Int64) -> String {
        var line = JSONLine()
        line.add("fix", Self.object(fix, now))
        line.add("heading", Self.object(heading, now))
        line.add("direction", Self.object(direction, now))
        line.add("pin", Self.object(pin, now))
        line.add("arrow", Self.object(arrow, now))
        line.add(
            "nodes",
            nodes.sorted { $0.key < $1.key }.map { name, seen in
                var node = JSONLine()
                node.add("name", name)
                node.add("state", seen.value.state.rawValue)
                node.add("note", seen.value.note)
                node.add("age", seen.age(at: now))
                return node
            }
        )
        line.add("failures", failures.sorted { $0.key < $1.key }.compactMap { Self.object($0.value, now) })
        line.add("warning", Self.object(warning, now))
        line.add("lost", lost)
        return line.text
    }

    private static func object<Value: Message & Equatable>(_ seen: Seen<Value>?, _ now: Int64) -> JSONLine? {
        guard let seen else { return nil }
        var payload: [UInt8] = []
        seen.value.encode(into: &payload)
        var line = JSONLine()
        line.add("topic", seen.topic)
        line.add("age", seen.age(at: now))
        line.add("payload", json: String(decoding: payload, as: UTF8.self))
        return line
    }

    /// The state as one line of text, for an output that is no terminal.
    func summary(now: Int64) -> String {
        var parts: [String] = []
        if let fix {
            let isStale = fix.age(at: now) > Staleness.fix
            parts.append((isStale ? "stale " : "") + Phrase.position(fix.value))
        } else {
            parts.append("no fix yet")
        }
        if let direction { parts.append(Phrase.direction(direction.value) ?? "no direction") }
        if let arrow, let pin {
            let turn =
                arrow.value.visible ? arrow.value.relative.map(Dial.words) ?? "turn unknown" : "you are here"
            parts.append(
                "\(pin.value.label ?? pin.value.id): \(Phrase.distance(arrow.value.distance)), \(turn)"
            )
        }
        let gone = nodes.filter { $0.value.value.state == .gone || $0.value.age(at: now) > Staleness.status }
        if !gone.isEmpty { parts.append("gone: " + gone.keys.sorted().joined(separator: ", ")) }
        return TerminalText.clean(parts.joined(separator: "  |  "))
    }
}
