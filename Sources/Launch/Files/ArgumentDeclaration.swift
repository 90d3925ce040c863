internal import Rules

/// An argument that a launch file takes.
struct ArgumentDeclaration {
    /// The types an argument may have.
    enum Kind: String, CaseIterable {
        case string
        case integer
        case number
        case boolean
        case path
        case choice
    }

    let name: String
    let rule: ValueRule
    let fallback: YAMLNode?
    let description: String?
    let location: SourceLocation

    private static let keys = [
        "type", "default", "description", "choices", "unit", "minimum", "maximum", "exclusiveMinimum",
        "exclusiveMaximum",
        "minLength",
    ]

    /// Reads one entry of `arguments:`.
    init?(_ entry: YAMLNode.Entry, _ findings: inout Findings) {
        let what = "argument '\(entry.key)'"
        if !Names.isValid(entry.key) || entry.key == "folder" {
            let advice = entry.key == "folder" ? "it stands for the launch file's folder" : Names.rule
            findings.error(entry.keyLocation, "'\(entry.key)' cannot be an argument's name", advice: advice)
        }
        guard let fields = Fields(entry.value, of: what, keys: Self.keys, &findings) else { return nil }
        let kind = fields["type"] == nil ? Kind.string : fields.choice("type", of: Kind.self, &findings)
        guard let kind else { return nil }
        var rule: ValueRule
        switch kind {
        case .string, .path, .choice: rule = ValueRule(.string)
        case .integer: rule = ValueRule(.integer)
        case .number: rule = ValueRule(.number)
        case .boolean: rule = ValueRule(.boolean)
        }
        rule.readBounds(fields, &findings)
        rule.isPath = kind == .path
        if kind == .choice { _ = fields.needed("choices", &findings) }
        rule.choices = rule.readChoices("choices", fields, &findings)
        name = entry.key
        self.rule = rule
        fallback = fields["default"]
        description = fields.string("description", &findings)
        location = entry.keyLocation
    }

    /// What somebody gave for an argument.
    struct Gift {
        /// Nil where that was a finding already.
        let value: Given?
        let location: SourceLocation
        /// What a relative path is seen from.
        let folder: String
    }

    /// The argument's value: the one given, else its default, seen from the launch file's folder.
    func value(given: Gift?, folder: String, _ findings: inout Findings) -> Value? {
        let what = "argument '\(name)'"
        if let given {
            guard let value = given.value else { return nil }
            return accept(value, what, at: given.location, folder: given.folder, &findings)
        }
        guard let fallback else {
            findings.error(
                location,
                "\(what) is not given and has no default",
                advice: "add \(name)=… to the command line"
            )
            return nil
        }
        let substitution = Substitution(folder: folder)
        guard let value = substitution.given(fallback, as: "the default of \(what)", &findings) else {
            return nil
        }
        return accept(value, "the default of \(what)", at: fallback.location, folder: folder, &findings)
    }

    private func accept(
        _ given: Given,
        _ what: String,
        at location: SourceLocation,
        folder: String,
        _ findings: inout Findings
    ) -> Value? {
        do throws(ValueRule.Refusal) {
            return try rule.accept(given, seenFrom: folder)
        } catch {
            findings.error(location, "\(what) \(error.problem)", advice: error.advice)
            return nil
        }
    }
}
