/// Makes a `Decodable` value of a JSON value.
struct JSONValueDecoder: Decoder {
    let value: JSONValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Makes a value of the JSON at a coding path.
    static func decode<Value: Decodable>(
        _ type: Value.Type,
        from value: JSONValue,
        at path: [any CodingKey]
    ) throws -> Value {
        if type == JSONValue.self, let value = value as? Value { return value }
        return try Value(from: JSONValueDecoder(value: value, codingPath: path))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = value else { throw mismatch("an object") }
        return KeyedDecodingContainer(JSONKeyedDecoder(object, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch("an array") }
        return JSONUnkeyedDecoder(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        JSONSingleValueDecoder(decoder: self)
    }

    func bool() throws -> Bool {
        guard case .bool(let value) = value else { throw mismatch("true or false") }
        return value
    }

    func string() throws -> String {
        guard case .string(let value) = value else { throw mismatch("a string") }
        return value
    }

    func double() throws -> Double {
        guard case .number(let number) = value else { throw mismatch("a number") }
        return number.double
    }

    func float() throws -> Float {
        let double = try double()
        let float = Float(double)
        guard float.isFinite else { throw mismatch("a number of single precision") }
        return float
    }

    func integer<Integer: FixedWidthInteger>() throws -> Integer {
        guard case .number(let number) = value else { throw mismatch("a whole number") }
        guard let integer = number.integer(Integer.self) else {
            throw mismatch("a whole number between \(Integer.min) and \(Integer.max)")
        }
        return integer
    }

    private func mismatch(_ expected: String) -> MessageError {
        MessageError(at: codingPath, "\(value.summary) is not \(expected)")
    }
}
