internal import Messages
internal import Text

extension JSONObject {
    /// The object on one line, with nothing in it that a terminal obeys.
    var line: String { JSONValue.object(self).description.escapedJSON }

    /// Adds some text; what is unknown is left out.
    mutating func add(_ key: String, _ value: String?) {
        if let value { self[key] = .string(value) }
    }

    /// Adds a number; what is unknown or not finite, which JSON cannot say, is left out.
    mutating func add(_ key: String, _ value: Double?) {
        guard let value, value.isFinite else { return }
        // A whole number that a double holds exactly needs no fraction.
        self[key] =
            Int(exactly: value).map { .number(JSONNumber($0)) } ?? JSONNumber(value).map(JSONValue.number)
    }

    /// Adds a whole number.
    mutating func add(_ key: String, _ value: (some FixedWidthInteger)?) {
        if let value { self[key] = .number(JSONNumber(value)) }
    }

    /// Adds a truth value.
    mutating func add(_ key: String, _ value: Bool?) {
        if let value { self[key] = .bool(value) }
    }

    /// Adds an object.
    mutating func add(_ key: String, _ value: JSONObject?) {
        if let value { self[key] = .object(value) }
    }

    /// Adds a row of texts.
    mutating func add(_ key: String, _ values: [String]) {
        self[key] = .array(values.map(JSONValue.string))
    }

    /// Adds a row of objects.
    mutating func add(_ key: String, _ values: [JSONObject]) {
        self[key] = .array(values.map(JSONValue.object))
    }
}
