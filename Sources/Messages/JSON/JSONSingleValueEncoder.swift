/// Encodes a value that is neither an object nor an array.
struct JSONSingleValueEncoder: SingleValueEncodingContainer {
    let encoder: JSONValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() { encoder.node.become(.null) }
    func encode(_ value: Bool) { encoder.node.become(.bool(value)) }
    func encode(_ value: String) { encoder.node.become(.string(value)) }
    func encode(_ value: Double) throws { try encoder.write(number: value) }
    func encode(_ value: Float) throws { try encoder.write(number: value) }
    func encode(_ value: Int) { put(value) }
    func encode(_ value: Int8) { put(value) }
    func encode(_ value: Int16) { put(value) }
    func encode(_ value: Int32) { put(value) }
    func encode(_ value: Int64) { put(value) }
    func encode(_ value: UInt) { put(value) }
    func encode(_ value: UInt8) { put(value) }
    func encode(_ value: UInt16) { put(value) }
    func encode(_ value: UInt32) { put(value) }
    func encode(_ value: UInt64) { put(value) }
    func encode(_ value: some Encodable) throws { try encoder.write(value) }

    private func put(_ value: some FixedWidthInteger) { encoder.node.become(.number(JSONNumber(value))) }
}
