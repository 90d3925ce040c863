internal import Rules

/// A part of a YAML document that knows where it was written.
struct YAMLNode: Sendable {
    /// How a scalar was written.
    enum Style: Sendable {
        case plain
        /// Quoted or a block: always a string.
        case quoted
    }

    /// One `key: value`.
    struct Entry: Sendable {
        let key: String
        let keyLocation: SourceLocation
        let value: YAMLNode
    }

    enum Content: Sendable {
        case scalar(String, Style)
        case sequence([YAMLNode])
        case mapping([Entry])
    }

    let content: Content
    let location: SourceLocation

    /// What it is, for messages: `a list`, `the integer 5`.
    var kind: String {
        switch content {
        case .sequence(let elements): elements.isEmpty ? "an empty list" : "a list"
        case .mapping(let entries): entries.isEmpty ? "an empty mapping" : "a mapping"
        case .scalar: scalar?.kind ?? "a scalar"
        }
    }

    /// The entries of a mapping.
    var entries: [Entry]? {
        guard case .mapping(let entries) = content else { return nil }
        return entries
    }

    /// The value of a scalar by the core schema of YAML 1.2.2, section 10.3.2.
    var scalar: Value? {
        guard case .scalar(let text, let style) = content else { return nil }
        return style == .plain ? Value(plain: text) : .string(text)
    }

    /// Whether nothing was written: `key:`, `~` or `null`.
    var isNull: Bool { scalar == .null }
}
