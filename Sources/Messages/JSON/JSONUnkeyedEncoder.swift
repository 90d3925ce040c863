/// Encodes the elements of an array.
struct JSONUnkeyedEncoder: UnkeyedEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var count: Int { node.count }

    private func next() -> JSONValueEncoder {
        let key = JSONKey(intValue: count)
        return JSONValueEncoder(node: node.append(), codingPath: codingPath + [key])
    }

    func encodeNil() { node.append().become(.null) }
    func encode(_ value: some Encodable) throws { try next().write(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        next().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
    func superEncoder() -> any Encoder { next() }
}
