/// Makes a JSON value of an `Encodable` one, keys in the order of their encoding.
struct JSONValueEncoder: Encoder {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Encodes a whole value; one that encodes nothing is an empty object.
    static func encode(_ value: some Encodable) throws -> JSONValue {
        let node = JSONNode()
        try JSONValueEncoder(node: node, codingPath: []).write(value)
        return node.value ?? .object([:])
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeObject()
        return KeyedEncodingContainer(JSONKeyedEncoder(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return JSONUnkeyedEncoder(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        JSONSingleValueEncoder(encoder: self)
    }

    /// Encodes a value into the node.
    func write<Value: Encodable>(_ value: Value) throws {
        guard codingPath.count <= JSONReader.deepest else {
            throw MessageError(at: codingPath, "nested deeper than \(JSONReader.deepest) levels")
        }
        switch value {
        case let value as JSONValue: node.become(value)
        case let value as Double: try write(number: value)
        case let value as Float: try write(number: value)
        default: try value.encode(to: self)
        }
    }

    /// Encodes a number, which must be finite.
    func write(number: Double) throws {
        guard let written = JSONNumber(number) else {
            throw MessageError(at: codingPath, "\(number) is not a number of JSON")
        }
        node.become(.number(written))
    }

    /// Encodes a number with the few digits that single precision has.
    func write(number: Float) throws {
        guard number.isFinite else { throw MessageError(at: codingPath, "\(number) is not a number of JSON") }
        node.become(.number(JSONNumber(text: number.description)))
    }
}
