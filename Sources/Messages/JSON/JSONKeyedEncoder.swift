/// Encodes the members of an object.
struct JSONKeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    let codingPath: [any CodingKey]

    private func encoder(_ key: any CodingKey) -> JSONValueEncoder {
        JSONValueEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key])
    }

    func encodeNil(forKey key: Key) { node.member(key.stringValue).become(.null) }
    func encode(_ value: Bool, forKey key: Key) { node.member(key.stringValue).become(.bool(value)) }
    func encode(_ value: String, forKey key: Key) { node.member(key.stringValue).become(.string(value)) }
    func encode(_ value: Double, forKey key: Key) throws { try encoder(key).write(number: value) }
    func encode(_ value: Float, forKey key: Key) throws { try encoder(key).write(number: value) }
    func encode(_ value: Int, forKey key: Key) { put(value, key) }
    func encode(_ value: Int8, forKey key: Key) { put(value, key) }
    func encode(_ value: Int16, forKey key: Key) { put(value, key) }
    func encode(_ value: Int32, forKey key: Key) { put(value, key) }
    func encode(_ value: Int64, forKey key: Key) { put(value, key) }
    func encode(_ value: UInt, forKey key: Key) { put(value, key) }
    func encode(_ value: UInt8, forKey key: Key) { put(value, key) }
    func encode(_ value: UInt16, forKey key: Key) { put(value, key) }
    func encode(_ value: UInt32, forKey key: Key) { put(value, key) }
    func encode(_ value: UInt64, forKey key: Key) { put(value, key) }
    func encode(_ value: some Encodable, forKey key: Key) throws { try encoder(key).write(value) }

    // What is not known is absent, and a number that is not finite is not known.
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        guard let value, value.isFinite else { return }
        try encoder(key).write(number: value)
    }

    func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
        guard let value, value.isFinite else { return }
        try encoder(key).write(number: value)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder(JSONKey.superclass) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

    private func put(_ value: some FixedWidthInteger, _ key: Key) {
        node.member(key.stringValue).become(.number(JSONNumber(value)))
    }
}
