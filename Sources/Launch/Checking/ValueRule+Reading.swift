internal import Rules

extension ValueRule {
    /// The keys of JSON Schema that bound a value.
    static let boundKeys = [
        "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "minItems",
        "maxItems",
    ]

    /// Reads the bounds beside a type.
    mutating func readBounds(_ fields: Fields, _ findings: inout Findings) {
        minimum = fields.number("minimum", &findings)
        maximum = fields.number("maximum", &findings)
        exclusiveMinimum = fields.number("exclusiveMinimum", &findings)
        exclusiveMaximum = fields.number("exclusiveMaximum", &findings)
        minLength = fields.integer("minLength", &findings)
        minItems = fields.integer("minItems", &findings)
        maxItems = fields.integer("maxItems", &findings)
        if let minItems, let maxItems, minItems > maxItems {
            findings.error(
                fields["minItems"]?.location ?? fields.location,
                "no list has at least \(minItems) elements and at most \(maxItems), as \(fields.what) asks",
                advice: "make 'minItems' at most 'maxItems'"
            )
        }
        choices = readChoices("enum", fields, &findings)
        let least = max(minimum ?? -.infinity, exclusiveMinimum ?? -.infinity)
        if least > min(maximum ?? .infinity, exclusiveMaximum ?? .infinity) {
            findings.error(fields.location, "no number is within the bounds of \(fields.what)")
        }
    }

    /// Reads the list of the only values allowed.
    func readChoices(_ key: String, _ fields: Fields, _ findings: inout Findings) -> [Value] {
        guard let node = fields[key] else { return [] }
        guard case .sequence(let elements) = node.content, !elements.isEmpty else {
            findings.error(
                node.location,
                "'\(key)' of \(fields.what) is \(node.kind)",
                advice: "give a list of values"
            )
            return []
        }
        var rule = ValueRule(kind == .array ? self.elements : kind)
        rule.isPath = isPath
        return elements.compactMap { element in
            rule.read(element, as: "a value of '\(key)' of \(fields.what)", &findings)
        }
    }

    /// Reads a value that is written without `${…}`.
    func read(_ node: YAMLNode, as what: String, _ findings: inout Findings) -> Value? {
        do throws(Refusal) {
            return try accept(Given(literal: node))
        } catch {
            findings.error(node.location, "\(what) \(error.problem)", advice: error.advice)
            return nil
        }
    }
}

extension Given {
    /// A value as it is written.
    init(literal node: YAMLNode) {
        if case .sequence(let elements) = node.content {
            self = .list(elements.map(Given.init(literal:)))
        } else {
            self = .value(node.scalar ?? .null)
        }
    }
}
