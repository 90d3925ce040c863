extension Heading {
    private enum Key: String, CaseIterable {
        case time, magneticHeading, trueHeading, headingAccuracy, declination, fieldStrength, dip, x, y, z
        case roll, pitch, turnRate, invalid, note
    }

    private static let keys = JSONKeys<Key>()

    /// Appends the JSON object to a buffer; what is unknown or not finite is left out.
    public func encode(into buffer: inout [UInt8]) {
        JSONWriter.object(in: &buffer) { json in
            json.number("time", time)
            json.number("magneticHeading", magneticHeading)
            json.number("trueHeading", trueHeading)
            json.number("headingAccuracy", headingAccuracy)
            json.number("declination", declination)
            json.number("fieldStrength", fieldStrength)
            json.number("dip", dip)
            Vector.write(field, to: &json)
            json.number("roll", roll)
            json.number("pitch", pitch)
            json.number("turnRate", turnRate)
            json.name("invalid", invalid)
            json.string("note", note)
        }
    }

    /// Reads a JSON object.
    ///
    /// Unknown keys are passed over, `null` is absent; the field has all of its components or none. A reason for
    /// no heading that this version does not know is an error: what cannot be understood is not a heading.
    /// - Throws: the first thing that is wrong, with its key and value.
    public init(decoding payload: Span<UInt8>) throws(MessageError) {
        var json = JSONReader()
        var time: Double?
        var x: Double?
        var y: Double?
        var z: Double?
        self.init(time: 0)
        try json.openPayload(payload)
        let keys = Self.keys
        while let key = try json.next(keys, payload) {
            switch key {
            case .time: time = try json.number(.finite, payload)
            case .magneticHeading: magneticHeading = try json.number(.fullTurn, payload)
            case .trueHeading: trueHeading = try json.number(.fullTurn, payload)
            case .headingAccuracy: headingAccuracy = try json.number(.angularAccuracy, payload)
            case .declination: declination = try json.number(.halfTurn, payload)
            case .fieldStrength: fieldStrength = try json.number(.nonNegative, payload)
            case .dip: dip = try json.number(.quarterTurn, payload)
            case .x: x = try json.number(.finite, payload)
            case .y: y = try json.number(.finite, payload)
            case .z: z = try json.number(.finite, payload)
            case .roll: roll = try json.number(.halfTurn, payload)
            case .pitch: pitch = try json.number(.quarterTurn, payload)
            case .turnRate: turnRate = try json.number(.finite, payload)
            case .invalid: invalid = try json.name(payload)
            case .note: note = try json.string(payload)
            }
        }
        guard let time else { throw .missing("time") }
        self.time = time
        field = try Vector(x, y, z)
    }
}
