internal import Rules
internal import Text

/// The keys of one mapping, read by name; what is not known is a finding.
struct Fields {
    /// What the mapping is, for messages: `node 'gps'`.
    let what: String
    let location: SourceLocation
    private let entries: [YAMLNode.Entry]

    /// Takes a mapping's keys.
    ///
    /// - Returns: nil, and a finding, when the node is no mapping.
    init?(_ node: YAMLNode, of what: String, keys: [String], _ findings: inout Findings) {
        guard let entries = node.entries else {
            findings.error(
                node.location,
                "\(what) is \(node.kind), not a mapping",
                advice: "its keys are \(keys.joined(separator: ", "))"
            )
            return nil
        }
        for entry in entries where !keys.contains(entry.key) {
            findings.error(
                entry.keyLocation,
                "unknown key '\(entry.key)' in \(what)",
                advice: Suggestion.advice(for: entry.key, among: keys, "the keys here are")
            )
        }
        self.what = what
        self.entries = entries
        location = node.location
    }

    /// What was written behind a key; nil where nothing was.
    subscript(_ key: String) -> YAMLNode? {
        guard let value = entries.first(where: { $0.key == key })?.value, !value.isNull else { return nil }
        return value
    }

    /// What was written behind a key that must be there.
    func needed(_ key: String, _ findings: inout Findings) -> YAMLNode? {
        if let node = self[key] { return node }
        findings.error(location, "\(what) has no '\(key)'", advice: "add '\(key): …'")
        return nil
    }

    /// A text; a number or truth value is taken as it was written where it is no matter of type.
    func string(_ key: String, _ findings: inout Findings) -> String? {
        guard let node = self[key] else { return nil }
        if case .scalar(let text, _) = node.content { return text }
        wrong(node, key, "a text", &findings)
        return nil
    }

    func boolean(_ key: String, _ findings: inout Findings) -> Bool? {
        guard let node = self[key] else { return nil }
        if case .boolean(let value) = node.scalar { return value }
        wrong(node, key, "true or false", &findings)
        return nil
    }

    func number(_ key: String, _ findings: inout Findings) -> Double? {
        guard let node = self[key] else { return nil }
        if let value = node.scalar?.asDouble { return value }
        wrong(node, key, "a number", &findings)
        return nil
    }

    /// A whole number of at least `minimum`.
    func integer(_ key: String, minimum: Int = 0, _ findings: inout Findings) -> Int? {
        guard let node = self[key] else { return nil }
        if case .integer(let value) = node.scalar, value >= minimum { return value }
        wrong(node, key, "a whole number of at least \(minimum)", &findings)
        return nil
    }

    /// A length of time: `0.5s`, `500ms`, `2m`, `1h`, or seconds without a unit.
    func duration(_ key: String, _ findings: inout Findings) -> Duration? {
        guard let node = self[key] else { return nil }
        if let value = Duration(written: node) { return value }
        wrong(node, key, "a length of time such as 0.5s, 500ms or 2m", &findings)
        return nil
    }

    /// One of some words.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String,
        of type: Choice.Type,
        _ findings: inout Findings
    ) -> Choice? where Choice.RawValue == String {
        guard let node = self[key] else { return nil }
        if case .string(let text) = node.scalar, let choice = Choice(rawValue: text) { return choice }
        let known = Choice.allCases.map(\.rawValue)
        let written = node.scalar?.text ?? ""
        findings.error(
            node.location,
            "'\(key)' of \(what) is \(node.kind)",
            advice: Suggestion.advice(for: written, among: known, "it is one of")
        )
        return nil
    }

    /// A list of texts.
    func strings(_ key: String, _ findings: inout Findings) -> [(text: String, location: SourceLocation)]? {
        guard let node = self[key] else { return nil }
        guard case .sequence(let elements) = node.content else {
            wrong(node, key, "a list of texts, such as [a, b]", &findings)
            return nil
        }
        return elements.compactMap { element in
            if case .scalar(let text, _) = element.content, !element.isNull {
                return (text, element.location)
            }
            wrong(element, key, "a list of texts", &findings)
            return nil
        }
    }

    /// The entries of a mapping of names that are not known beforehand.
    func entries(_ key: String, _ findings: inout Findings) -> [YAMLNode.Entry] {
        guard let node = self[key] else { return [] }
        if let entries = node.entries { return entries }
        let owner = what == "the launch file" ? "" : " of \(what)"
        findings.error(
            node.location,
            "'\(key)'\(owner) is \(node.kind)",
            advice: owner.isEmpty ? "give 'name: …', one a line" : "give 'name: value'"
        )
        return []
    }

    private func wrong(_ node: YAMLNode, _ key: String, _ wanted: String, _ findings: inout Findings) {
        findings.error(node.location, "'\(key)' of \(what) is \(node.kind)", advice: "give \(wanted)")
    }
}

extension Duration {
    /// Reads a length of time: a number below a million, and its unit.
    init?(written node: YAMLNode) {
        guard let scalar = node.scalar else { return nil }
        var scale = 1.0
        var number = scalar.asDouble
        if case .string(let text) = scalar {
            let digits = text.prefix { $0.isNumber || $0 == "." }
            // Six digits are the most, also where they are zeros, so that a pattern can say the same.
            guard digits.prefix(while: \.isNumber).count <= 6 else { return nil }
            switch text.dropFirst(digits.count) {
            case "ms": scale = 0.001
            case "s": scale = 1
            case "m", "min": scale = 60
            case "h": scale = 3600
            default: return nil
            }
            number = Value.number(String(digits))?.asDouble
        }
        guard let number, number >= 0, number < 1_000_000 else { return nil }
        self = .microseconds(Int64((number * scale * 1_000_000).rounded()))
    }
}
