extension Pin {
    private enum Key: String, CaseIterable {
        case time, id, label, latitude, longitude, altitude, horizontalAccuracy
    }

    private static let keys = JSONKeys<Key>()

    /// Appends the JSON object to a buffer; what is unknown or not finite is left out.
    public func encode(into buffer: inout [UInt8]) {
        JSONWriter.object(in: &buffer) { json in
            json.number("time", time)
            json.string("id", id)
            json.string("label", label)
            json.number("latitude", latitude)
            json.number("longitude", longitude)
            json.number("altitude", altitude)
            json.number("horizontalAccuracy", horizontalAccuracy)
        }
    }

    /// Reads a JSON object.
    ///
    /// Unknown keys are passed over, `null` is absent.
    /// - Throws: the first thing that is wrong, with its key and value.
    public init(decoding payload: Span<UInt8>) throws(MessageError) {
        var json = JSONReader()
        var time: Double?
        var id: String?
        var latitude: Double?
        var longitude: Double?
        self.init(time: 0, id: "", latitude: 0, longitude: 0)
        try json.openPayload(payload)
        let keys = Self.keys
        while let key = try json.next(keys, payload) {
            switch key {
            case .time: time = try json.number(.finite, payload)
            case .id: id = try json.string(payload)
            case .label: label = try json.string(payload)
            case .latitude: latitude = try json.number(.quarterTurn, payload)
            case .longitude: longitude = try json.number(.halfTurn, payload)
            case .altitude: altitude = try json.number(.finite, payload)
            case .horizontalAccuracy: horizontalAccuracy = try json.number(.nonNegative, payload)
            }
        }
        guard let time else { throw .missing("time") }
        guard let id else { throw .missing("id") }
        guard let latitude else { throw .missing("latitude") }
        guard let longitude else { throw .missing("longitude") }
        self.time = time
        self.id = id
        self.latitude = latitude
        self.longitude = longitude
    }
}
