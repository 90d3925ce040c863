/// A satellite in view, as a receiver reports it.
public struct Satellite: Hashable, Sendable {
    /// The system that a satellite belongs to, an open set of short names.
    public struct Constellation: RawRepresentable, Hashable, Sendable {
        /// The name on the bus.
        public let rawValue: String

        /// Creates a constellation, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The United States' system.
        public static let gps = Constellation(rawValue: "gps")
        /// Russia's system.
        public static let glonass = Constellation(rawValue: "glonass")
        /// Europe's system.
        public static let galileo = Constellation(rawValue: "galileo")
        /// China's system.
        public static let beidou = Constellation(rawValue: "beidou")
        /// Japan's regional system.
        public static let qzss = Constellation(rawValue: "qzss")
        /// India's regional system.
        public static let navic = Constellation(rawValue: "navic")
        /// Geostationary satellites that send corrections.
        public static let sbas = Constellation(rawValue: "sbas")
    }

    /// The system that it belongs to.
    public var constellation: Constellation
    /// Its number within its constellation.
    public var id: Int
    /// Degrees above the horizon, in [-90, 90].
    public var elevation: Double?
    /// Degrees clockwise from true north, in [0, 360).
    public var azimuth: Double?
    /// The carrier-to-noise density, dB-Hz; absent while it is not tracked.
    public var signal: Double?
    /// Whether the fix was computed with it; absent where the receiver does not say.
    public var used: Bool?

    /// Creates a satellite; everything else is unknown until it is set.
    public init(constellation: Constellation, id: Int) {
        self.constellation = constellation
        self.id = id
    }
}
