internal import Messages

/// The kinds whose payloads the contract lays down.
enum KnownKind {
    private static let types: [any Message.Type] = [
        Fix.self, Sky.self, MagneticField.self, IMU.self, Heading.self, Direction.self, Pin.self, Arrow.self,
        Region.self, Failure.self, Sentence.self, Log.self, Clock.self, Status.self,
        LocationServices.self,
    ]

    /// The type of a kind's messages; `nil` for a kind of somebody's own.
    static func type(of kind: some StringProtocol) -> (any Message.Type)? {
        types.first { $0.kind == kind }
    }

    /// Checks a payload against its kind; one of somebody's own has to be JSON.
    ///
    /// - Returns: keys that the kind does not know, which readers pass over.
    /// - Throws: what is wrong with it, with the key and the value.
    static func check(_ payload: [UInt8], of kind: some StringProtocol) throws(MessageError) -> [String] {
        let value = try JSONValue.parse(payload)
        guard let type = type(of: kind) else { return [] }
        var known: [UInt8] = []
        try type.init(decoding: payload.span).encode(into: &known)
        guard case .object(let given) = value, case .object(let read) = try JSONValue.parse(known) else {
            return []
        }
        return given.members.filter { $0.value != .null && read[$0.key] == nil }.map(\.key)
    }
}
