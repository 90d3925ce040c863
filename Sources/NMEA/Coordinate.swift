/// A place as a sentence gives it.
struct Coordinate: Equatable, Sendable {
    /// Degrees, positive to the north.
    var latitude: Double
    /// Degrees, positive to the east.
    var longitude: Double
    /// How many decimals the minutes had.
    var decimals: Int
}
