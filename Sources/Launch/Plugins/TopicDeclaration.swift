internal import Rules

/// A topic as a manifest writes it: a pattern, or `${name}`, the parameter that names it.
public enum TopicDeclaration: Hashable, Sendable, CustomStringConvertible {
    /// The same for every node of the plugin.
    case pattern(TopicPattern)
    /// What the parameter of this name is given.
    case parameter(String)

    /// The declaration as it is written.
    public var description: String {
        switch self {
        case .pattern(let pattern): pattern.description
        case .parameter(let name): "${\(name)}"
        }
    }

    /// Reads a declaration.
    ///
    /// - Returns: nil when it is neither.
    init?(_ text: String) {
        if text.hasPrefix("${"), text.hasSuffix("}") {
            self = .parameter(String(text.dropFirst(2).dropLast()))
            return
        }
        guard let pattern = TopicPattern(text) else { return nil }
        self = .pattern(pattern)
    }
}

extension Manifest {
    /// Reads `publishes` or `subscribes`; every parameter named there has to be a text, or a list of texts.
    static func topics(
        _ key: String,
        _ fields: Fields,
        _ parameters: [Parameter],
        _ findings: inout Findings
    ) -> [TopicDeclaration] {
        (fields.strings(key, &findings) ?? []).compactMap { written in
            guard let declaration = TopicDeclaration(written.text) else {
                findings.error(
                    written.location,
                    "'\(written.text)' is no topic",
                    advice: "write kind/<name>, kind/ or kind/<name>/, in segments of a-z, 0-9, _ and -"
                )
                return nil
            }
            guard case .parameter(let name) = declaration else { return declaration }
            guard let parameter = parameters.first(where: { $0.name == name }), parameter.rule.isText else {
                findings.error(
                    written.location,
                    "'\(written.text)' is no parameter that is a text",
                    advice: "declare '\(name)' under 'parameters', of type string"
                )
                return nil
            }
            for text in parameter.defaultValue?.texts ?? [] where TopicPattern(text) == nil {
                findings.error(
                    parameter.location,
                    "the default of parameter '\(name)' is '\(text)', no topic",
                    advice: "write kind/name, or kind/ for every topic of a kind"
                )
            }
            return declaration
        }
    }
}

extension ValueRule {
    /// Whether a value is one text or several.
    fileprivate var isText: Bool { kind == .string || (kind == .array && elements == .string) }
}

extension Value {
    /// The texts in it.
    var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let values): values.flatMap(\.texts)
        case .null, .boolean, .integer, .number: []
        }
    }
}
