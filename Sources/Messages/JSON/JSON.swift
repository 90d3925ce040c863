/// `Codable` values as JSON, without Foundation: parameters, requests, and kinds of messages of one's own.
public enum JSON {
    /// Returns a value as JSON, its keys in the order in which it encodes them.
    ///
    /// An optional number that is not finite is left out.
    /// - Throws: which value cannot be written: a required number that is not finite, or what the type
    ///   itself throws.
    public static func encode(_ value: some Encodable) throws(MessageError) -> [UInt8] {
        var bytes: [UInt8] = []
        try self.value(of: value).write(to: &bytes)
        return bytes
    }

    /// Returns a value as a JSON value.
    ///
    /// - Throws: which value cannot be written.
    public static func value(of value: some Encodable) throws(MessageError) -> JSONValue {
        do {
            return try JSONValueEncoder.encode(value)
        } catch {
            throw MessageError(coding: error)
        }
    }

    /// Makes a value of JSON.
    ///
    /// Unknown keys are passed over, `null` is absent, whole numbers of 64 bits are exact.
    /// - Throws: what is wrong, with the place, the value and what it should have been.
    public static func decode<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8]
    ) throws(MessageError) -> Value {
        try decode(type, from: try JSONValue.parse(bytes))
    }

    /// Makes a value of a JSON value.
    ///
    /// - Throws: what is wrong, with the place, the value and what it should have been.
    public static func decode<Value: Decodable>(
        _ type: Value.Type,
        from value: JSONValue
    ) throws(MessageError) -> Value {
        do {
            return try JSONValueDecoder.decode(type, from: value, at: [])
        } catch {
            throw MessageError(coding: error)
        }
    }
}
