/// NAV-PVT: position, velocity and time of one epoch.
///
/// Source: UBX-22008968, section 3.15.13. Numbers are in SI units and degrees; what the receiver marks as unknown is `nil`.
public struct NavigationSolution: Equatable, Sendable {
    /// What the solution was computed from.
    public enum FixType: UInt8, Sendable {
        case none, deadReckoning, twoDimensional, threeDimensional, combined, timeOnly
    }

    /// The state of a carrier-phase solution.
    public enum Carrier: UInt8, Sendable {
        case none, float, fixed
    }

    /// A date and time of day in UTC, as it is sent; the second may be 60, the nanoseconds negative.
    public struct UTC: Equatable, Sendable {
        public var year, month, day, hour, minute, second, nanosecond: Int

        /// Creates a time from its parts.
        public init(
            year: Int,
            month: Int,
            day: Int,
            hour: Int,
            minute: Int,
            second: Int,
            nanosecond: Int
        ) {
            self.year = year
            self.month = month
            self.day = day
            self.hour = hour
            self.minute = minute
            self.second = second
            self.nanosecond = nanosecond
        }
    }

    /// The time of the GPS week, milliseconds: the same in all messages of an epoch.
    public let timeOfWeek: UInt32
    /// The time, `nil` while date or time are not valid.
    public let utc: UTC?
    /// What it was computed from.
    public let fixType: FixType
    /// Whether the solution is within the limits that the receiver was given.
    public let isFixOK: Bool
    /// Whether corrections were applied.
    public let isDifferential: Bool
    /// The state of the carrier-phase solution.
    public let carrier: Carrier
    /// The number of satellites used.
    public let satellites: Int
    /// Degrees north, WGS84; `nil` when the position is not valid.
    public let latitude: Double?
    /// Degrees east, WGS84; `nil` when the position is not valid.
    public let longitude: Double?
    /// Metres above the ellipsoid, and above mean sea level.
    public let height, altitude: Double
    /// Standard accuracies, metres; `nil` where they are 0, which no measurement's is.
    public let horizontalAccuracy, verticalAccuracy: Double?
    /// Speed over ground, m/s.
    public let speed: Double
    /// The speed's accuracy, m/s; `nil` where it is 0.
    public let speedAccuracy: Double?
    /// Direction of motion, degrees from true north.
    public let course: Double
    /// Whether the receiver gives the course any accuracy.
    public let isCourseKnown: Bool
    /// The accuracy of course and heading, degrees; `nil` where it is 180, and the course means nothing, or 0.
    public let courseAccuracy: Double?
    /// Dilution of precision of the position.
    public let pdop: Double?
    /// The heading of the vehicle, degrees from true north, where sensors give one.
    public let heading: Double?

    /// Reads a payload of 84 or 92 bytes; `nil` for any other.
    public init?(_ payload: Span<UInt8>) {
        guard MessageType.navPVT.allows(payload.count) else { return nil }
        timeOfWeek = payload.u32(0)
        let isTimeValid = payload[11] & 0b011 == 0b011
        utc = isTimeValid ? Self.utc(payload) : nil
        fixType = FixType(rawValue: payload[20]) ?? .none
        let flags = payload[21]
        isFixOK = flags & 0x01 != 0
        isDifferential = flags & 0x02 != 0
        carrier = Carrier(rawValue: flags >> 6) ?? .none
        satellites = Int(payload[23])
        let isPositionValid = payload[78] & 0x01 == 0
        let (east, north) = (payload.i32(24), payload.i32(28))
        let isPlace = isPositionValid && abs(Int(north)) <= 900_000_000 && abs(Int(east)) <= 1_800_000_000
        latitude = isPlace ? Double(north) / 1e7 : nil
        longitude = isPlace ? Double(east) / 1e7 : nil
        height = Double(payload.i32(32)) / 1e3
        altitude = Double(payload.i32(36)) / 1e3
        horizontalAccuracy = Self.length(payload.u32(40))
        verticalAccuracy = Self.length(payload.u32(44))
        speed = Double(abs(Int(payload.i32(60)))) / 1e3
        speedAccuracy = Self.length(payload.u32(68))
        course = Self.angle(payload.i32(64))
        let spread = Double(payload.u32(72)) / 1e5
        isCourseKnown = spread < 180
        courseAccuracy = isCourseKnown && spread > 0 ? spread : nil
        pdop = Self.dilution(payload.u16(76))
        heading = payload.count == 92 && flags & 0x20 != 0 ? Self.angle(payload.i32(84)) : nil
    }

    private static func utc(_ payload: Span<UInt8>) -> UTC {
        UTC(
            year: Int(payload.u16(4)),
            month: Int(payload[6]),
            day: Int(payload[7]),
            hour: Int(payload[8]),
            minute: Int(payload[9]),
            second: Int(payload[10]),
            nanosecond: Int(payload.i32(16))
        )
    }

    /// Millimetres, of which none, and as many as there are bits for, mean unknown; a thousand kilometres are no accuracy either.
    private static func length(_ millimetres: UInt32) -> Double? {
        millimetres > 0 && millimetres < 1_000_000_000 ? Double(millimetres) / 1e3 : nil
    }

    private static func angle(_ value: Int32) -> Double {
        let turn = (Double(value) / 1e5).truncatingRemainder(dividingBy: 360)
        let positive = turn < 0 ? turn + 360 : turn
        return positive < 360 ? positive : 0
    }

    static func dilution(_ hundredths: UInt16) -> Double? {
        hundredths > 0 && hundredths < 9900 ? Double(hundredths) / 100 : nil
    }
}
