internal import Rules

/// What tells that a node is at work.
public enum Readiness: Hashable, Sendable {
    /// It has said hello to the bus, and that it is ready.
    case hello
    /// The first message of a topic since it was started.
    case topic(String)
    /// A line of its output in which this is found.
    case log(LinePattern)
    /// A command that ends with code 0; it is tried again and again.
    case command(program: String, arguments: [String])
}

/// What tells that a node is at work, as the launch file says it.
struct ReadinessDeclaration {
    enum Content {
        case hello
        case topic(TopicPattern)
        case log(YAMLNode)
        case command([YAMLNode])
    }

    let content: Content
    let location: SourceLocation

    private static let advice = "give hello, {topic: …}, {log: …} or {command: […]}"

    /// Reads `ready: hello`, `{topic: fix/<name>}`, `{log: "listening on *"}` or `{command: [test, -e, file]}`.
    init?(_ fields: Fields, _ findings: inout Findings) {
        guard let node = fields["ready"] else { return nil }
        location = node.location
        let what = "'ready' of \(fields.what)"
        guard case .mapping(let entries) = node.content else {
            guard node.scalar == .string("hello") else {
                findings.error(node.location, "\(what) is \(node.kind)", advice: Self.advice)
                return nil
            }
            content = .hello
            return
        }
        guard let inner = Fields(node, of: what, keys: ["topic", "log", "command"], &findings) else {
            return nil
        }
        guard entries.count == 1, let entry = entries.first else {
            if entries.isEmpty || entries.allSatisfy({ ["topic", "log", "command"].contains($0.key) }) {
                findings.error(node.location, "\(what) has \(entries.count) conditions", advice: "give one")
            }
            return nil
        }
        switch entry.key {
        case "topic":
            let text = inner.string("topic", &findings) ?? ""
            guard let topic = TopicPattern(text), topic.isOneTopic else {
                findings.error(
                    entry.value.location,
                    "'\(text)' is no topic",
                    advice: "write kind/<name> or another topic of the node, such as fix/gps"
                )
                return nil
            }
            content = .topic(topic)
        case "log":
            guard !entry.value.isNull else {
                findings.error(
                    entry.value.location,
                    "'log' of \(what) is nothing",
                    advice: "give a part of the line"
                )
                return nil
            }
            content = .log(entry.value)
        case "command":
            guard case .sequence(let words) = entry.value.content, !words.isEmpty,
                !words.contains(where: \.isNull)
            else {
                findings.error(
                    entry.value.location,
                    "'command' of \(what) is \(entry.value.kind)",
                    advice: "give the program and its arguments, such as [test, -e, /dev/ttyACM0]"
                )
                return nil
            }
            content = .command(words)
        default: return nil
        }
    }
}
