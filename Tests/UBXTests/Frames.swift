import UBX

/// Frames written by hand, from the tables of UBX-22008968.
enum Frames {
    /// NAV-PVT of 2026-03-23 12:00:05.000000020: 51.5° N, 5.5° E, 55 m above the ellipsoid, 10 m above the sea, 14 satellites,
    /// ±1.5 m, ±2.1 m, 2.236 m/s ±0.25 towards 296.56153° ±15°, a carrier-phase solution that floats, PDOP 1.45.
    static let solution: [UInt8] =
        [0x90, 0xDB, 0xB9, 0x07]  // iTOW 129620880
        + [0xEA, 0x07, 3, 23, 12, 0, 5, 0x07]  // 2026-03-23 12:00:05, date, time, fully resolved
        + [20, 0, 0, 0, 20, 0, 0, 0]  // tAcc, nano
        + [3, 0x43, 0xEA, 14]  // 3D; fix OK, differential, float; 14 satellites
        + [0xC0, 0x3B, 0x47, 0x03, 0xC0, 0x46, 0xB2, 0x1E]  // 55000000, 515000000
        + [0xD8, 0xD6, 0, 0, 0x10, 0x27, 0, 0]  // 55000, 10000
        + [0xDC, 0x05, 0, 0, 0x34, 0x08, 0, 0]  // 1500, 2100
        + [0xE8, 0x03, 0, 0, 0x30, 0xF8, 0xFF, 0xFF, 30, 0, 0, 0]  // 1000, -2000, 30
        + [0xBC, 0x08, 0, 0, 0x59, 0x84, 0xC4, 0x01]  // 2236, 29656153
        + [0xFA, 0, 0, 0, 0x60, 0xE3, 0x16, 0]  // 250, 1500000
        + [0x91, 0, 0, 0, 0, 0, 0, 0]  // 145, flags3, reserved
        + [0, 0, 0, 0, 0, 0, 0, 0]  // headVeh, magDec, magAcc

    /// NAV-SAT: GPS 7 used at 41 dB-Hz, 42° high in 118°; GLONASS without a number; Galileo 19, not placed; SBAS 123, not tracked.
    static let satellites: [UInt8] =
        [0x90, 0xDB, 0xB9, 0x07, 1, 4, 0, 0]
        + [0, 7, 41, 42, 118, 0, 0, 0, 0x1F, 0, 0, 0]
        + [6, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        + [2, 19, 20, 0xA5, 0, 0, 0, 0, 0x12, 0, 0, 0]
        + [1, 123, 0, 12, 0xF9, 0, 0, 0, 0x01, 0, 0, 0]
}

// What the expectation macros cannot take is a span.
extension NavigationSolution {
    init?(of bytes: [UInt8]) { self.init(bytes.span) }
}

extension SatelliteInformation {
    init?(of bytes: [UInt8]) { self.init(bytes.span) }

    static func all(of bytes: [UInt8], count: Int) -> [Satellite] {
        (0..<count).map { satellite($0, of: bytes.span) }
    }
}

extension Dilution {
    init?(of bytes: [UInt8]) { self.init(bytes.span) }
}

extension NavigationStatus {
    init?(of bytes: [UInt8]) { self.init(bytes.span) }
}

extension Covariance {
    init?(of bytes: [UInt8]) { self.init(bytes.span) }
}

extension EndOfEpoch {
    init?(of bytes: [UInt8]) { self.init(bytes.span) }
}

extension FrameHeader {
    init?(of bytes: [UInt8]) { self.init(bytes.span, at: 0) }
}

extension Fletcher {
    static func isRight(_ frame: [UInt8]) -> Bool { isRight(frame.span, frame: 0..<frame.count) }
}
