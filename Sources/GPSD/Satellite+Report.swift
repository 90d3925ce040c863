internal import Messages
internal import Receivers

extension Satellite {
    /// Reads a satellite of a SKY report, or `nil` where it does not say of which system it is.
    ///
    /// Of gpsd before 3.18, which had `PRN` alone, those of GPS, SBAS and GLONASS are known.
    init?(report: JSONValue) {
        let found: (Constellation, Double)?
        if let system = report.number("gnssid"), let number = report.number("svid") {
            found = UInt8(exactly: system).flatMap(Constellation.init(ubx:)).map { ($0, number) }
        } else if let number = report.number("PRN") {
            found = Self.satellite(number)
        } else {
            found = nil
        }
        guard let found, let number = Int(exactly: found.1), (1...255).contains(number) else { return nil }
        self.init(constellation: found.0, id: number)
        elevation = report.number("el", in: -90...90)
        azimuth = report.angle("az")
        // 0 is a satellite that is not heard.
        signal = report.number("ss").flatMap { $0 > 0 && $0 <= 99 ? $0 : nil }
        if case .bool(let value)? = report["used"] { used = value }
    }

    private static func satellite(_ number: Double) -> (Constellation, Double)? {
        switch number {
        case 1...32: (.gps, number)
        case 33...64: (.sbas, number + 87)
        case 65...96: (.glonass, number - 64)
        case 120...158: (.sbas, number)
        default: nil
        }
    }
}
