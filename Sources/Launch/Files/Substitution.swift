internal import Platform
internal import Rules
internal import Text

/// Puts values in the place of `${argument}` and `${env:NAME:-default}`; `$${` stands for `${`.
struct Substitution {
    /// The values of the arguments, by name; nil for one that has none.
    var arguments: [String: Value?] = [:]
    /// Where the values of the arguments come from, in words.
    var origins: [String: String] = [:]
    /// What `${folder}` stands for.
    var folder: String
    /// Reads a variable of the launcher's environment.
    var environment: (String) -> String? = { Environment[$0] }

    /// What was given at a node, every `${…}` replaced.
    ///
    /// - Returns: nil, and a finding, where something cannot be replaced; nil alone for an argument without a value.
    func given(_ node: YAMLNode, as what: String, _ findings: inout Findings) -> Given? {
        switch node.content {
        case .scalar:
            guard case .string(let text) = node.scalar, text.contains("${") else {
                return .value(node.scalar ?? .null)
            }
            return given(text, at: node.location, &findings)
        case .sequence(let elements): return .list(elements.compactMap { given($0, as: what, &findings) })
        case .mapping:
            findings.error(
                node.location,
                "\(what) is a mapping",
                advice: "give a text, a number, true, false or a list"
            )
            return nil
        }
    }

    /// A text with every `${…}` replaced.
    func text(_ node: YAMLNode, as what: String, _ findings: inout Findings) -> String? {
        guard case .scalar(let text, _) = node.content else {
            findings.error(node.location, "\(what) is \(node.kind)", advice: "give a text")
            return nil
        }
        // Programs are told of words and variables in texts that a zero byte ends.
        if text.contains("\0") {
            findings.error(node.location, "\(what) holds a zero byte")
            return nil
        }
        guard text.contains("${") else { return text }
        switch given(text, at: node.location, &findings) {
        case .text(let text): return text
        case .value(let value): return value.text
        case .list, nil: return nil
        }
    }

    /// Where a value comes from: where it is written, and where the arguments in it come from.
    func origin(of node: YAMLNode) -> String {
        let names = Self.references(in: node).filter { origins[$0] != nil }
        let parts = names.map { "\($0) \(origins[$0] ?? "")" }
        return ([node.location.description] + parts).joined(separator: ", ")
    }

    /// The names in `${…}`, in their order.
    private static func references(in node: YAMLNode) -> [String] {
        switch node.content {
        case .scalar(let text, _):
            var names: [String] = []
            for piece in text.replacing("$${", with: "").split(
                separator: "${",
                omittingEmptySubsequences: false
            )
            .dropFirst() {
                let name = String(piece.prefix { $0 != "}" })
                if !names.contains(name) { names.append(name) }
            }
            return names
        case .sequence(let elements): return elements.flatMap(references)
        case .mapping: return []
        }
    }

    private func given(_ text: String, at location: SourceLocation, _ findings: inout Findings) -> Given? {
        var pieces: [Given] = []
        var literal = ""
        var rest = Substring(text)
        while let first = rest.first {
            if rest.hasPrefix("$${") {
                literal += "${"
                rest = rest.dropFirst(3)
            } else if rest.hasPrefix("${") {
                guard let end = rest.firstIndex(of: "}") else {
                    findings.error(
                        location,
                        "'${' without '}' in '\(text)'",
                        advice: "write $${ for a literal ${"
                    )
                    return nil
                }
                let name = rest[rest.index(rest.startIndex, offsetBy: 2)..<end]
                guard let value = replacement(String(name), at: location, &findings) else { return nil }
                if !literal.isEmpty { pieces.append(.text(literal)) }
                literal = ""
                pieces.append(value)
                rest = rest[rest.index(after: end)...]
            } else {
                literal.append(first)
                rest = rest.dropFirst()
            }
        }
        if pieces.count == 1, literal.isEmpty { return pieces[0] }
        return .text(pieces.map(\.asText).joined() + literal)
    }

    private func replacement(_ name: String, at location: SourceLocation, _ findings: inout Findings)
        -> Given?
    {
        if name.isEmpty || name == "env:" || name.hasPrefix("env::-") {
            findings.error(
                location,
                "'${\(name)}' names nothing",
                advice: "write the name of an argument, or ${env:NAME}"
            )
            return nil
        }
        if name == "folder" { return .text(folder) }
        if name.hasPrefix("env:") { return variable(name.dropFirst(4), at: location, &findings) }
        guard let argument = arguments[name] else {
            findings.error(
                location,
                "no argument '\(name)'",
                advice: arguments.isEmpty
                    ? "declare it under 'arguments:'"
                    : Suggestion.advice(for: name, among: arguments.keys.sorted(), "the arguments are")
            )
            return nil
        }
        return argument.map(Given.value)
    }

    private func variable(_ text: Substring, at location: SourceLocation, _ findings: inout Findings)
        -> Given?
    {
        var name = text
        var fallback: Substring?
        if let split = text.firstRange(of: ":-") {
            name = text[..<split.lowerBound]
            fallback = text[split.upperBound...]
        }
        if Environment.isNoText(String(name)) {
            findings.error(location, "the variable \(name) is not UTF-8", advice: "set it to a text in UTF-8")
            return nil
        }
        if let value = environment(String(name)), !(value.isEmpty && fallback != nil) { return .text(value) }
        if let fallback { return .text(String(fallback)) }
        findings.error(
            location,
            "the environment has no \(name)",
            advice: "set it, or write ${env:\(name):-default}"
        )
        return nil
    }
}

extension Given {
    fileprivate var asText: String {
        switch self {
        case .text(let text): text
        case .value(let value): value.text
        case .list(let list): list.map(\.asText).joined(separator: ",")
        }
    }
}
