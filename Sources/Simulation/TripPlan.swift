/// What a simulated trip is made from; the same plan gives the same trip.
public struct TripPlan: Hashable, Sendable {
    /// How somebody on foot holds the device.
    public enum Handling: String, Hashable, Sendable, CaseIterable {
        /// In the hand, to be read.
        case steady
        /// Now in the hand, now swung with the arm, now in the pocket, and at stops put down.
        case varied
    }

    /// Who goes, and by what.
    public var kind = TripKind.cityWalk
    /// How somebody on foot holds the device.
    public var handling = Handling.steady
    /// What all chance follows from.
    public var seed: UInt64 = 1
    /// Degrees north of the place where the trip begins and ends, in [-85, 85].
    public var latitude = 52.5163
    /// Degrees east of that place, in [-180, 180].
    public var longitude = 13.3777
    /// Metres above mean sea level, everywhere on the trip.
    public var altitude = 34.0
    /// When it begins, Unix seconds: 2025-06-21T10:00:00Z.
    public var time = 1_750_500_000.0
    /// How many seconds it lasts, in [60, 604800]; a walk of ten minutes leads farther than 150 m away.
    public var duration = 600.0
    /// Samples of the magnetometer and of the inertial sensors in a second, in [1, 200]; fixes come once a second.
    public var rate = 50

    /// Creates the plan of a walk of ten minutes in Berlin.
    public init() {}

    /// Refuses what makes no trip.
    ///
    /// - Throws: the first parameter that is out of range.
    func check() throws(SimulationError) {
        try check("latitude", latitude, -85...85)
        try check("longitude", longitude, -180...180)
        try check("altitude", altitude, -1000...10_000)
        try check("time", time, 0...253_000_000_000)
        try check("duration", duration, 60...604_800)
        try check("rate", Double(rate), 1...200)
    }

    private func check(_ name: String, _ value: Double, _ range: ClosedRange<Double>) throws(SimulationError)
    {
        guard range.contains(value) else {
            throw SimulationError(
                parameter: name,
                problem: "\(value) is not between \(Int(range.lowerBound)) and \(Int(range.upperBound))"
            )
        }
    }
}
