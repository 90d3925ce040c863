public import Rules
internal import Text

/// A parameter that a plugin can be given.
public struct Parameter: Hashable, Sendable {
    /// Its key.
    public let name: String
    /// What values it may have.
    public let rule: ValueRule
    /// Its value where none is given; nil where it is absent then.
    public let defaultValue: Value?
    /// Whether it must be given.
    public let isRequired: Bool
    /// The unit of a number, for example `Hz`.
    public let unit: String?
    /// What it does.
    public let description: String?
    /// Whether it may be changed while the node runs.
    public var isLive = false
    /// The capability that a node does not require which is given another value than the default.
    public var replaces: Capability?
    /// Whether it names a file that has to be there when the node starts.
    public var isInput = false
    /// Whether it names a file that the node writes.
    public var isOutput = false
    /// Where the manifest declares it.
    public let location: SourceLocation
}

extension Parameter {
    /// The dialect of JSON Schema that `parameters:` is written in.
    static let dialect = "https://json-schema.org/draft/2020-12/schema"
    private static let keys =
        [
            "type", "items", "default", "format", "title", "description", "x-unit", "x-live",
            "x-replaces", "x-input", "x-output", "pattern", "anyOf",
        ]
        + ValueRule.boundKeys

    /// Reads `parameters:` of a manifest.
    static func readAll(_ node: YAMLNode, of plugin: String, _ findings: inout Findings) -> [Parameter] {
        let what = "'parameters' of plugin '\(plugin)'"
        let keys = [
            "$schema", "title", "description", "type", "properties", "required", "additionalProperties",
        ]
        guard let fields = Fields(node, of: what, keys: keys, &findings) else { return [] }
        if let dialect = fields.string("$schema", &findings), dialect != Self.dialect {
            findings.error(
                fields["$schema"]?.location ?? node.location,
                "\(what) are written in '\(dialect)'",
                advice: "the dialect is \(Self.dialect)"
            )
        }
        if let type = fields.string("type", &findings), type != "object" {
            findings.error(
                fields["type"]?.location ?? node.location,
                "\(what) are of type '\(type)'",
                advice: "give 'type: object'"
            )
        }
        if fields.boolean("additionalProperties", &findings) == true {
            findings.error(
                fields["additionalProperties"]?.location ?? node.location,
                "\(what) cannot be left open",
                advice: "list every parameter under 'properties'"
            )
        }
        let required = fields.strings("required", &findings) ?? []
        guard let properties = fields["properties"] else { return [] }
        guard let entries = properties.entries else {
            findings.error(
                properties.location,
                "'properties' of \(what) is \(properties.kind)",
                advice: "give 'name: {type: …}'"
            )
            return []
        }
        let names = entries.map(\.key)
        checkNames(entries, required, &findings)
        for name in required where !names.contains(name.text) {
            findings.error(
                name.location,
                "'\(name.text)' is required and not among the properties",
                advice: Suggestion.advice(for: name.text, among: names, "these are")
            )
        }
        return entries.compactMap { entry in
            read(entry, isRequired: required.contains { $0.text == entry.key }, &findings)
        }
    }

    /// Names that cannot be given as `name=value`, or that a topic or a text could not refer to; and what is required twice.
    private static func checkNames(
        _ entries: [YAMLNode.Entry],
        _ required: [(text: String, location: SourceLocation)],
        _ findings: inout Findings
    ) {
        for entry in entries {
            let isPlain = entry.key.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
                default: false
                }
            }
            if !isPlain || entry.key.isEmpty || entry.key.hasPrefix("-") {
                findings.error(
                    entry.keyLocation,
                    "'\(entry.key)' cannot be a parameter's name",
                    advice: "a name is of a-z, A-Z, 0-9, _ and -, and does not begin with -"
                )
            }
        }
        for (index, name) in required.enumerated()
        where required[..<index].contains(where: { $0.text == name.text }) {
            findings.error(name.location, "'\(name.text)' is required twice", advice: "keep one")
        }
    }

    private static func read(_ entry: YAMLNode.Entry, isRequired: Bool, _ findings: inout Findings)
        -> Parameter?
    {
        let what = "parameter '\(entry.key)'"
        guard let fields = Fields(entry.value, of: what, keys: keys, &findings) else { return nil }
        guard fields.needed("type", &findings) != nil,
            let kind = fields.choice("type", of: ValueRule.Kind.self, &findings)
        else { return nil }
        var rule = ValueRule(kind)
        var shortest: Int?
        if kind == .array, let items = fields.needed("items", &findings),
            let itemFields = Fields(items, of: "'items' of \(what)", keys: ["type", "minLength"], &findings),
            let elements = itemFields.choice("type", of: ValueRule.Kind.self, &findings)
        {
            if elements == .array {
                findings.error(items.location, "lists of lists are not supported")
            } else {
                rule.elements = elements
                shortest = itemFields.integer("minLength", &findings)
            }
        }
        if let format = fields.string("format", &findings) {
            rule.isPath = format == "path"
            if format != "path" {
                let location = fields["format"]?.location ?? fields.location
                findings.error(
                    location,
                    "format '\(format)' of \(what) is not supported",
                    advice: "the only one is path"
                )
            }
        }
        rule.readBounds(fields, &findings)
        if kind == .array { rule.minLength = shortest }
        rule.forms = TextForm.readAll(fields, &findings)
        let description = fields.string("description", &findings)
        rule.meaning = description
        _ = fields.string("title", &findings)
        let fallback = fields["default"].flatMap { rule.read($0, as: "the default of \(what)", &findings) }
        return Parameter(
            name: entry.key,
            rule: rule,
            defaultValue: fallback,
            isRequired: isRequired,
            unit: fields.string("x-unit", &findings),
            description: description,
            isLive: fields.boolean("x-live", &findings) ?? false,
            replaces: fields.choice("x-replaces", of: Capability.self, &findings),
            isInput: fields.boolean("x-input", &findings) ?? false,
            isOutput: fields.boolean("x-output", &findings) ?? false,
            location: entry.keyLocation
        )
    }
}
