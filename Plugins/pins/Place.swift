internal import Messages

/// Where a pin is to be dropped.
struct Place: Hashable {
    /// Degrees north on WGS84, in [-90, 90].
    var latitude: Double
    /// Degrees east on WGS84, in [-180, 180].
    var longitude: Double
    /// Metres above mean sea level.
    var altitude: Double?
    /// The 68 % radius in metres within which the place is.
    var horizontalAccuracy: Double?

    /// Where a fix is.
    init(of fix: Fix) {
        latitude = fix.latitude
        longitude = fix.longitude
        altitude = fix.altitude
        horizontalAccuracy = fix.horizontalAccuracy
    }

    /// A place that was given, or `nil` when none was.
    ///
    /// - Throws: when half a place was given, or one that is not on the earth.
    init?(latitude: Double?, longitude: Double?, altitude: Double?) throws(PinError) {
        switch (latitude, longitude) {
        case (nil, nil):
            guard altitude == nil else {
                throw PinError(.badRequest, "altitude goes with a latitude and a longitude")
            }
            return nil
        case (let latitude?, let longitude?):
            try Self.check("latitude", latitude, in: -90...90)
            try Self.check("longitude", longitude, in: -180...180)
            if let altitude { try Self.check("altitude", altitude, in: -1e9...1e9) }
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
        case (_?, nil):
            throw PinError(.badRequest, "latitude without a longitude")
        case (nil, _?):
            throw PinError(.badRequest, "longitude without a latitude")
        }
    }

    private static func check(_ key: String, _ value: Double, in range: ClosedRange<Double>) throws(PinError)
    {
        guard range.contains(value) else {
            throw PinError(
                .badRequest,
                "\(key): \(value) is not between \(range.lowerBound) and \(range.upperBound)"
            )
        }
    }
}
