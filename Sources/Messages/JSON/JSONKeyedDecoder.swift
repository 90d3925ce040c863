/// Decodes the members of an object.
struct JSONKeyedDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    private let object: JSONObject
    private let places: [String: Int]

    init(_ object: JSONObject, codingPath: [any CodingKey]) {
        self.object = object
        self.codingPath = codingPath
        var places: [String: Int] = [:]
        for (place, member) in object.members.enumerated() { places[member.key] = place }
        self.places = places
    }

    var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.key) } }

    func contains(_ key: Key) -> Bool { places[key.stringValue] != nil }

    private func decoder(_ key: any CodingKey) throws -> JSONValueDecoder {
        let path = codingPath + [key]
        guard let place = places[key.stringValue] else { throw MessageError(at: path, "is missing") }
        return JSONValueDecoder(value: object.members[place].value, codingPath: path)
    }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).value == .null }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder(key).bool() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder(key).string() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder(key).double() }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoder(key).float() }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder(key).integer() }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder(key).integer() }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder(key).integer() }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder(key).integer() }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder(key).integer() }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder(key).integer() }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder(key).integer() }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoder(key).integer() }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoder(key).integer() }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder(key).integer() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let decoder = try decoder(key)
        return try JSONValueDecoder.decode(type, from: decoder.value, at: decoder.codingPath)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder(JSONKey.superclass) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}
