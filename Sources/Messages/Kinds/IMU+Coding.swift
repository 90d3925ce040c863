extension IMU {
    private enum Key: String, CaseIterable {
        case time, acceleration, rotationRate
    }

    private static let keys = JSONKeys<Key>()

    /// Appends the JSON object to a buffer; what is unknown or not finite is left out.
    public func encode(into buffer: inout [UInt8]) {
        JSONWriter.object(in: &buffer) { json in
            json.number("time", time)
            if let acceleration, acceleration.isFinite {
                json.object("acceleration") { json in Vector.write(acceleration, to: &json) }
            }
            if let rotationRate, rotationRate.isFinite {
                json.object("rotationRate") { json in Vector.write(rotationRate, to: &json) }
            }
        }
    }

    /// Reads a JSON object.
    ///
    /// Unknown keys are passed over, `null` is absent; a vector has all of its components.
    /// - Throws: the first thing that is wrong, with its key and value.
    public init(decoding payload: Span<UInt8>) throws(MessageError) {
        var json = JSONReader()
        var time: Double?
        self.init(time: 0)
        try json.openPayload(payload)
        let keys = Self.keys
        while let key = try json.next(keys, payload) {
            switch key {
            case .time: time = try json.number(.finite, payload)
            case .acceleration: acceleration = try Vector.read(from: &json, payload)
            case .rotationRate: rotationRate = try Vector.read(from: &json, payload)
            }
        }
        guard let time else { throw .missing("time") }
        self.time = time
    }
}
