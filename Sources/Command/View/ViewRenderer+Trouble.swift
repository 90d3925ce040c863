internal import Messages
internal import Text

extension ViewRenderer {
    /// The nodes, and what is wrong.
    var trouble: [StyledLine] { [nodes] + failures + warning + lost }

    private var nodes: StyledLine {
        guard !state.nodes.isEmpty else { return row("nodes", "none heard of yet", .dim) }
        var line = row("nodes", "")
        line.pad(to: Self.indent)
        for (index, (name, seen)) in state.nodes.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { line.append(", ") }
            line.append(name)
            let (word, style) = condition(of: seen)
            if style != .good { line.append(" " + word, style) }
        }
        return line
    }

    private func condition(of seen: Seen<Status>) -> (String, StyledLine.Style) {
        let age = seen.age(at: now)
        if seen.value.state != .gone, age > Staleness.status {
            return ("silent for \(Phrase.age(age))", .bad)
        }
        let note = seen.value.note.map { ": " + $0.onOneLine } ?? ""
        switch seen.value.state {
        case .starting: return ("starting", .warning)
        case .ready: return ("ready", .good)
        case .degraded: return ("degraded\(note)", .warning)
        case .gone: return ("gone", .bad)
        }
    }

    private var failures: [StyledLine] {
        state.failures
            .filter { $0.value.age(at: now) <= Staleness.failure }
            .sorted { ($0.value.moment, $0.key) > ($1.value.moment, $1.key) }
            .prefix(3)
            .map { node, seen in
                let failure = seen.value
                let text = "\(node): \(failure.code.rawValue): \(failure.message)"
                return row("failed", text.onOneLine + ago(seen), .bad)
            }
    }

    private var warning: [StyledLine] {
        guard let seen = state.warning, seen.age(at: now) <= Staleness.failure else { return [] }
        let node = seen.topic.split(separator: "/").dropFirst().first.map { "\($0): " } ?? ""
        let text = (node + seen.value.message).onOneLine
        return [
            row(seen.value.level.rawValue, text + ago(seen), seen.value.level == .error ? .bad : .warning)
        ]
    }

    private func ago<Value>(_ seen: Seen<Value>) -> String {
        " (\(Phrase.age(seen.age(at: now))) ago)"
    }

    private var lost: [StyledLine] {
        guard state.lost > 0 else { return [] }
        return [row("lost", "\(state.lost) messages did not arrive here", .warning)]
    }
}
