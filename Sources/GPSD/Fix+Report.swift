internal import Messages

extension Fix {
    /// Reads a TPV report, or `nil` where it is no fix.
    ///
    /// gpsd does not say with what probability its errors hold, "certainty unknown": of receivers that report their own they are those,
    /// mostly of 68 %, else 95 % of gpsd's own reckoning. They are taken as 68 %, which is never too small.
    init?(position report: JSONValue, at time: Double) {
        guard let mode = report.number("mode"), mode == 2 || mode == 3,
            let latitude = report.number("lat", in: -90...90),
            let longitude = report.number("lon", in: -180...180), latitude != 0 || longitude != 0
        else { return nil }
        self.init(time: time, latitude: latitude, longitude: longitude)
        self.mode = Int(mode)
        if mode == 3 {
            // `alt` was above mean sea level up to 3.19, which had no other; since then it is not defined.
            let ellipsoidal = report.number("altHAE")
            altitude = report.number("altMSL") ?? (ellipsoidal == nil ? report.number("alt") : nil)
            ellipsoidalAltitude = ellipsoidal
            verticalAccuracy = report.positive("epv")
        }
        horizontalAccuracy =
            report.positive("eph") ?? Self.radius(report.positive("epx"), report.positive("epy"))
        speed = report.number("speed").flatMap { $0 >= 0 ? $0 : nil }
        speedAccuracy = report.positive("eps")
        // Not `magtrack`: gpsd adds the variation to the true course, which has the wrong sign.
        course = report.angle("track")
        courseAccuracy = course == nil ? nil : report.positive("epd").map { min($0, 180) }
        describe(status: report.number("status") ?? 0)
    }

    private static func radius(_ east: Double?, _ north: Double?) -> Double? {
        guard let east, let north else { return nil }
        return (east * east + north * north).squareRoot()
    }

    private mutating func describe(status: Double) {
        switch status {
        case 3:
            technology = .gnss
            rtk = .fixed
        case 4:
            technology = .gnss
            rtk = .float
        case 5: technology = .deadReckoning
        case 8: technology = .simulated
        default: technology = .gnss
        }
    }
}
