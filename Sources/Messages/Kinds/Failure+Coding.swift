extension Failure {
    private enum Key: String, CaseIterable {
        case time, code, message
    }

    private static let keys = JSONKeys<Key>()

    /// Appends the JSON object to a buffer; what is unknown or not finite is left out.
    public func encode(into buffer: inout [UInt8]) {
        JSONWriter.object(in: &buffer) { json in
            json.number("time", time)
            json.name("code", code)
            json.string("message", message)
        }
    }

    /// Reads a JSON object.
    ///
    /// Unknown keys are passed over, `null` is absent.
    /// - Throws: the first thing that is wrong, with its key and value.
    public init(decoding payload: Span<UInt8>) throws(MessageError) {
        var json = JSONReader()
        var time: Double?
        var code: Code?
        var message: String?
        self.init(time: 0, code: .denied, message: "")
        try json.openPayload(payload)
        let keys = Self.keys
        while let key = try json.next(keys, payload) {
            switch key {
            case .time: time = try json.number(.finite, payload)
            case .code: code = try json.knownName(payload)
            case .message: message = try json.string(payload)
            }
        }
        guard let time else { throw .missing("time") }
        guard let code else { throw .missing("code") }
        guard let message else { throw .missing("message") }
        self.time = time
        self.code = code
        self.message = message
    }
}
