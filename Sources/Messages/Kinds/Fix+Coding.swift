extension Fix {
    private enum Key: String, CaseIterable {
        case time, latitude, longitude, altitude, ellipsoidalAltitude, horizontalAccuracy
        case verticalAccuracy, course, courseAccuracy, speed, speedAccuracy, technology, mode
        case satellites, hdop, vdop, pdop, rtk, coarse, source
    }

    private static let keys = JSONKeys<Key>()

    /// Appends the JSON object to a buffer; what is unknown or not finite is left out.
    public func encode(into buffer: inout [UInt8]) {
        JSONWriter.object(in: &buffer) { json in
            json.number("time", time)
            json.number("latitude", latitude)
            json.number("longitude", longitude)
            json.number("altitude", altitude)
            json.number("ellipsoidalAltitude", ellipsoidalAltitude)
            json.number("horizontalAccuracy", horizontalAccuracy)
            json.number("verticalAccuracy", verticalAccuracy)
            json.number("course", course)
            json.number("courseAccuracy", courseAccuracy)
            json.number("speed", speed)
            json.number("speedAccuracy", speedAccuracy)
            json.name("technology", technology)
            json.integer("mode", mode)
            json.integer("satellites", satellites)
            json.number("hdop", hdop)
            json.number("vdop", vdop)
            json.number("pdop", pdop)
            json.name("rtk", rtk)
            json.bool("coarse", coarse)
            json.string("source", source)
        }
    }

    /// Reads a JSON object.
    ///
    /// Unknown keys are passed over, `null` is absent; so is a technology or a state of the carrier phase that
    /// this version does not know, because the fix is as good without it.
    /// - Throws: the first thing that is wrong, with its key and value.
    public init(decoding payload: Span<UInt8>) throws(MessageError) {
        var json = JSONReader()
        var time: Double?
        var latitude: Double?
        var longitude: Double?
        self.init(time: 0, latitude: 0, longitude: 0)
        try json.openPayload(payload)
        let keys = Self.keys
        while let key = try json.next(keys, payload) {
            switch key {
            case .time: time = try json.number(.finite, payload)
            case .latitude: latitude = try json.number(.quarterTurn, payload)
            case .longitude: longitude = try json.number(.halfTurn, payload)
            case .altitude: altitude = try json.number(.finite, payload)
            case .ellipsoidalAltitude: ellipsoidalAltitude = try json.number(.finite, payload)
            case .horizontalAccuracy: horizontalAccuracy = try json.number(.nonNegative, payload)
            case .verticalAccuracy: verticalAccuracy = try json.number(.nonNegative, payload)
            case .course: course = try json.number(.fullTurn, payload)
            case .courseAccuracy: courseAccuracy = try json.number(.angularAccuracy, payload)
            case .speed: speed = try json.number(.nonNegative, payload)
            case .speedAccuracy: speedAccuracy = try json.number(.nonNegative, payload)
            case .technology: technology = try json.knownName(payload)
            case .mode: mode = try json.integer(.mode, payload)
            case .satellites: satellites = try json.integer(.nonNegative, payload)
            case .hdop: hdop = try json.number(.nonNegative, payload)
            case .vdop: vdop = try json.number(.nonNegative, payload)
            case .pdop: pdop = try json.number(.nonNegative, payload)
            case .rtk: rtk = try json.knownName(payload)
            case .coarse: coarse = try json.bool(payload)
            case .source: source = try json.string(payload)
            }
        }
        guard let time else { throw .missing("time") }
        guard let latitude else { throw .missing("latitude") }
        guard let longitude else { throw .missing("longitude") }
        self.time = time
        self.latitude = latitude
        self.longitude = longitude
    }
}
