/// NAV-SAT: the satellites in view, read one by one from the payload.
///
/// Source: UBX-22008968, section 3.15.19.
public struct SatelliteInformation: Equatable, Sendable {
    /// A satellite of the message.
    public struct Satellite: Equatable, Sendable {
        /// The satellite system: 0 GPS, 1 SBAS, 2 Galileo, 3 BeiDou, 5 QZSS, 6 GLONASS, 7 NavIC.
        public let system: UInt8
        /// Its number within the system; `nil` for a GLONASS satellite that has not said it yet.
        public let number: Int?
        /// Carrier to noise density, dB-Hz; `nil` while it is not tracked.
        public let signal: Double?
        /// Degrees above the horizon; `nil` when unknown.
        public let elevation: Double?
        /// Degrees from true north; `nil` when unknown.
        public let azimuth: Double?
        /// Whether the solution was computed with it.
        public let isUsed: Bool
    }

    /// The time of the GPS week, milliseconds.
    public let timeOfWeek: UInt32
    /// How many satellites there are.
    public let count: Int

    /// Reads the head of a payload; `nil` when its length is not that of its satellites.
    public init?(_ payload: Span<UInt8>) {
        guard MessageType.navSAT.allows(payload.count), payload.count == 8 + 12 * Int(payload[5]) else {
            return nil
        }
        timeOfWeek = payload.u32(0)
        count = Int(payload[5])
    }

    /// The satellite of an index below ``count``.
    public static func satellite(_ index: Int, of payload: Span<UInt8>) -> Satellite {
        let start = 8 + 12 * index
        let elevation = Int8(bitPattern: payload[start + 3])
        let azimuth = payload.i16(start + 4)
        let isPlaced = elevation >= -90 && elevation <= 90 && azimuth >= 0 && azimuth <= 360
        let number = Int(payload[start + 1])
        return Satellite(
            system: payload[start],
            number: number == 255 || number == 0 ? nil : number,
            signal: payload[start + 2] == 0 ? nil : Double(payload[start + 2]),
            elevation: isPlaced ? Double(elevation) : nil,
            azimuth: isPlaced ? Double(azimuth == 360 ? 0 : azimuth) : nil,
            isUsed: payload.u32(start + 8) & 0x08 != 0
        )
    }
}
