/// A JSON object on one line, its members in the order in which they are added.
struct JSONLine: Sendable {
    private var members: [String] = []

    /// The object.
    var text: String { "{" + members.joined(separator: ",") + "}" }

    /// Adds a member whose value is JSON already.
    mutating func add(_ name: String, json: String?) {
        if let json { members.append(Self.quoted(name) + ":" + json) }
    }

    /// Adds a string; what is unknown is left out.
    mutating func add(_ name: String, _ value: String?) {
        add(name, json: value.map(Self.quoted))
    }

    /// Adds a number; what is unknown or not finite, which JSON cannot say, is left out.
    mutating func add(_ name: String, _ value: Double?) {
        guard let value, value.isFinite else { return }
        let text = value.description
        add(name, json: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    /// Adds a whole number.
    mutating func add(_ name: String, _ value: (some FixedWidthInteger)?) {
        add(name, json: value.map { "\($0)" })
    }

    /// Adds a truth value.
    mutating func add(_ name: String, _ value: Bool?) {
        add(name, json: value.map { $0 ? "true" : "false" })
    }

    /// Adds an object; an empty one too.
    mutating func add(_ name: String, _ value: JSONLine?) {
        add(name, json: value?.text)
    }

    /// Adds an array of objects.
    mutating func add(_ name: String, _ values: [JSONLine]) {
        add(name, json: "[" + values.map(\.text).joined(separator: ",") + "]")
    }

    /// A string as JSON writes it, RFC 8259, section 7.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\0"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
