/// What is known of the earth's field where the device is: what turns a magnetic heading into a true one.
struct HeadingReference: Sendable {
    /// The main field at the newest fix; in a year without a release, of the nearest year that has one.
    let field: EarthField
    /// Why there is no declination, in words.
    let problem: String?

    /// A model of one's own goes before the built-in ones, in its years.
    init(latitude: Double, longitude: Double, altitude: Double, time: Double, model own: MagneticModel? = nil)
    {
        let year = MagneticModel.decimalYear(unixSeconds: time)
        let current = own.flatMap { $0.years.contains(year) ? $0 : nil } ?? MagneticModel.forDate(year: year)
        // Strength and dip change by a fraction of a percent a year, so that they still tell interference.
        let nearest = current ?? (year < 2020 ? .wmm2020 : .wmm2025)
        field = nearest.field(
            latitude: latitude,
            longitude: longitude,
            altitude: altitude,
            year: min(max(year, nearest.years.lowerBound), nearest.years.upperBound)
        )
        if current == nil {
            problem =
                "no magnetic model for \(Int(year)): there is one for 2020 to 2029, and a newer one can be given"
        } else if field.zone == .blackout {
            problem = "blackout zone: the horizontal field is below 2000 nT, a compass is of no use here"
        } else {
            problem = nil
        }
    }
}
