extension Satellite {
    private enum Key: String, CaseIterable {
        case constellation, id, elevation, azimuth, signal, used
    }

    private static let keys = JSONKeys<Key>()

    /// Writes the members of the object that a satellite is within a sky.
    func write(to json: inout JSONWriter) {
        json.name("constellation", constellation)
        json.integer("id", id)
        json.number("elevation", elevation)
        json.number("azimuth", azimuth)
        json.number("signal", signal)
        json.bool("used", used)
    }

    /// Reads the object that a satellite is within a sky.
    init(from json: inout JSONReader, _ payload: Span<UInt8>) throws(MessageError) {
        var constellation: Constellation?
        var id: Int?
        self.init(constellation: .gps, id: 0)
        try json.openElement(payload)
        let keys = Self.keys
        while let key = try json.next(keys, payload) {
            switch key {
            case .constellation: constellation = try json.knownName(payload)
            case .id: id = try json.integer(.nonNegative, payload)
            case .elevation: elevation = try json.number(.quarterTurn, payload)
            case .azimuth: azimuth = try json.number(.fullTurn, payload)
            case .signal: signal = try json.number(.nonNegative, payload)
            case .used: used = try json.bool(payload)
            }
        }
        guard let constellation else { throw .missing("constellation") }
        guard let id else { throw .missing("id") }
        self.constellation = constellation
        self.id = id
    }
}
