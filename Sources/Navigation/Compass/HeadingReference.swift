/// What is known of the earth's field where the device is: what turns a magnetic heading into a true one.
struct HeadingReference: Sendable {
    /// The main field at the newest fix; in a year without a release, of the nearest year that has one.
    let field: EarthField
    /// Why there is no declination, in words.
    let problem: String?

    init(latitude: Double, longitude: Double, altitude: Double, time: Double) {
        let year = MagneticModel.decimalYear(unixSeconds: time)
        let model = MagneticModel.forDate(year: year)
        // Strength and dip change by a fraction of a percent a year, so that they still tell interference.
        let nearest = model ?? (year < 2020 ? .wmm2020 : .wmm2025)
        field = nearest.field(
            latitude: latitude,
            longitude: longitude,
            altitude: altitude,
            year: min(max(year, nearest.years.lowerBound), nearest.years.upperBound)
        )
        if model == nil {
            problem = "no magnetic model for \(Int(year)): there is one for 2020 to 2029"
        } else if field.zone == .blackout {
            problem = "blackout zone: the horizontal field is below 2000 nT, a compass is of no use here"
        } else {
            problem = nil
        }
    }
}
