package import Messages
internal import Text

/// What values the parameters of a node may be changed to while it runs, as its launcher tells it.
package struct LiveRules: Sendable {
    private var rules: [(name: String, rule: ValueRule, unit: String?)] = []

    /// Reads a JSON Schema of an object, as ``ValueRule`` knows it; what it says beyond that is passed over.
    package init(schema: JSONValue) {
        guard case .object(let properties)? = schema["properties"] else { return }
        for property in properties.members {
            guard let rule = ValueRule(schema: property.value) else { continue }
            rules.append((property.key, rule, property.value["x-unit"]?.text))
        }
    }

    /// Gives changes the types that are wanted.
    ///
    /// - Throws: `bad-request` with the first parameter that may not have its value, and what is allowed.
    package func checked(_ changes: JSONObject) throws(RequestError) -> JSONObject {
        var checked = JSONObject()
        for member in changes.members {
            guard let (_, rule, unit) = rules.first(where: { $0.name == member.key }) else {
                // Whether it may be changed at all is for others to say.
                checked[member.key] = member.value
                continue
            }
            do throws(ValueRule.Refusal) {
                checked[member.key] = try rule.accept(Given(member.value)).json
            } catch {
                throw RequestError(
                    code: .badRequest,
                    message: "parameter '\(member.key)' \(error.problem); \(error.advice(unit: unit))"
                )
            }
        }
        return checked
    }
}

extension ValueRule {
    /// Reads the JSON Schema of one value; nil for a type that is not known.
    package init?(schema: JSONValue) {
        guard let kind = schema["type"]?.text.flatMap(Kind.init(rawValue:)) else { return nil }
        self.init(kind)
        let items = schema["items"]
        if kind == .array { elements = items?["type"]?.text.flatMap(Kind.init(rawValue:)) ?? .string }
        isPath = schema["format"]?.text == "path"
        minimum = schema["minimum"]?.double
        maximum = schema["maximum"]?.double
        exclusiveMinimum = schema["exclusiveMinimum"]?.double
        exclusiveMaximum = schema["exclusiveMaximum"]?.double
        minLength = (kind == .array ? items?["minLength"] : schema["minLength"])?.double.flatMap(
            Int.init(exactly:)
        )
        minItems = schema["minItems"]?.double.flatMap(Int.init(exactly:))
        maxItems = schema["maxItems"]?.double.flatMap(Int.init(exactly:))
        meaning = schema["description"]?.text
        if case .array(let values)? = schema["enum"] {
            let rule = ValueRule(kind == .array ? elements : kind)
            choices = values.compactMap { try? rule.accept(Given(written: $0)) }
        }
        if case .array(let written)? = schema["anyOf"] {
            forms = written.compactMap(TextForm.init(schema:))
        } else if let form = TextForm(schema: schema), form.words.isEmpty {
            forms = [form]
        }
    }
}

extension TextForm {
    /// Reads `enum` or `pattern`, with its title; nil where there is neither.
    fileprivate init?(schema: JSONValue) {
        let title = schema["title"]?.text
        if let text = schema["pattern"]?.text, let pattern = try? TextPattern(text) {
            self.init(content: .pattern(pattern), title: title)
        } else if case .array(let words)? = schema["enum"] {
            self.init(content: .words(words.compactMap(\.text)), title: title)
        } else {
            return nil
        }
    }
}

extension Given {
    /// What a schema says, whose texts are no numbers.
    fileprivate init(written json: JSONValue) {
        if case .string(let text) = json { self = .value(.string(text)) } else { self.init(json) }
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var double: Double? { if case .number(let number) = self { number.double } else { nil } }
}
