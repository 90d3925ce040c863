public import Messages
internal import Rules

extension Parameter {
    /// What values it may have, in words: `a number of at least 0`, `fast or slow`.
    public var values: String {
        guard !rule.choices.isEmpty else { return rule.wanted }
        return rule.choices.map(\.text).joined(separator: " or ")
    }

    /// Its JSON Schema (2020-12), the unit as `x-unit`, and `x-live` where it may change.
    public var schema: JSONObject {
        var schema = JSONObject()
        schema["type"] = .string(rule.kind.rawValue)
        if rule.kind == .array {
            var items = JSONObject([.init(key: "type", value: .string(rule.elements.rawValue))])
            items["minLength"] = rule.minLength.map { Value.integer($0).json }
            schema["items"] = .object(items)
        }
        schema["default"] = defaultValue?.json
        if !rule.choices.isEmpty { schema["enum"] = .array(rule.choices.map(\.json)) }
        let bounds: [(String, Double?)] = [
            ("minimum", rule.minimum), ("exclusiveMinimum", rule.exclusiveMinimum),
            ("maximum", rule.maximum), ("exclusiveMaximum", rule.exclusiveMaximum),
        ]
        for (key, bound) in bounds { schema[key] = bound.map { Value.number($0).json } }
        let counts: [(String, Int?)] = [
            ("minLength", rule.kind == .array ? nil : rule.minLength), ("minItems", rule.minItems),
            ("maxItems", rule.maxItems),
        ]
        for (key, count) in counts { schema[key] = count.map { Value.integer($0).json } }
        if rule.isPath { schema["format"] = .string("path") }
        if rule.forms.count == 1, let pattern = rule.forms[0].pattern, rule.forms[0].title == nil {
            schema["pattern"] = .string(pattern)
        } else if !rule.forms.isEmpty {
            schema["anyOf"] = .array(rule.forms.map { .object($0.schema) })
        }
        schema["x-unit"] = unit.map(JSONValue.string)
        if isLive { schema["x-live"] = .bool(true) }
        if isInput { schema["x-input"] = .bool(true) }
        if isOutput { schema["x-output"] = .bool(true) }
        schema["x-replaces"] = replaces.map { .string($0.rawValue) }
        schema["description"] = description.map(JSONValue.string)
        return schema
    }
}

extension TextForm {
    /// Its JSON Schema.
    fileprivate var schema: JSONObject {
        var schema = JSONObject()
        schema["title"] = title.map(JSONValue.string)
        if let pattern {
            schema["pattern"] = .string(pattern)
        } else {
            schema["enum"] = .array(words.map(JSONValue.string))
        }
        return schema
    }
}

extension [Parameter] {
    /// The schema of each, by its name.
    var properties: JSONObject {
        JSONObject(map { .init(key: $0.name, value: .object($0.schema)) })
    }
}

extension Manifest {
    /// The JSON Schema (2020-12) of its parameters.
    public var schema: JSONObject {
        JSONObject([
            .init(key: "$schema", value: .string(Parameter.dialect)),
            .init(key: "type", value: .string("object")),
            .init(key: "properties", value: .object(parameters.properties)),
            .init(
                key: "required",
                value: .array(parameters.filter(\.isRequired).map { .string($0.name) })
            ),
            .init(key: "additionalProperties", value: .bool(false)),
        ])
    }
}
