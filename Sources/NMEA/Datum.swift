internal import Messages

/// The datum that positions are in, as a DTM sentence gives it.
enum Datum: Equatable, Sendable {
    case wgs84
    /// Another one, and how far its positions are from those of WGS 84, degrees, with the unit of the last digit given.
    case shifted(north: Double, east: Double, digit: Double)
    /// Another one, and how far that is from WGS 84 is not said, or is not to be believed.
    case unknown

    /// The metres of a degree of latitude, near enough for what digits leave open.
    private static let metresOfDegree = 111_195.0
    /// No two datums that receivers have are farther apart, minutes.
    private static let farthest = 5.0

    /// Reads a DTM sentence: local datum, subdivision, offsets of latitude and longitude in minutes with their hemispheres, offset of
    /// altitude, reference datum.
    ///
    /// A position in the local datum is that in the reference datum plus the offset (NMEA 0183, note to DTM). Offsets of 0 for another
    /// datum come from receivers that do not compute any.
    init(_ sentence: borrowing SentenceFields) {
        if sentence.isEmpty(1) || sentence.isW84(1) {
            self = .wgs84
            return
        }
        guard sentence.isW84(8), let north = sentence.offset(3, UInt8(ascii: "N"), UInt8(ascii: "S")),
            let east = sentence.offset(5, UInt8(ascii: "E"), UInt8(ascii: "W")),
            north.value != 0 || east.value != 0,
            abs(north.value) <= Self.farthest, abs(east.value) <= Self.farthest
        else {
            self = .unknown
            return
        }
        self = .shifted(
            north: north.value / 60,
            east: east.value / 60,
            digit: max(north.digit, east.digit) / 60
        )
    }

    /// Brings a fix to WGS 84; its height above the other datum's ellipsoid is left out.
    ///
    /// - Returns: `nil` when that is not possible.
    func corrected(_ fix: Fix) -> Fix? {
        switch self {
        case .wgs84: return fix
        case .unknown: return nil
        case .shifted(let north, let east, let digit):
            var fix = fix
            fix.latitude = min(90, max(-90, fix.latitude - north))
            let longitude = fix.longitude - east
            fix.longitude = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
            fix.ellipsoidalAltitude = nil
            // The offset is rounded to its last digit.
            let rounding = digit / 2 * Self.metresOfDegree
            fix.horizontalAccuracy = fix.horizontalAccuracy.map {
                ($0 * $0 + rounding * rounding).squareRoot()
            }
            return fix
        }
    }
}

extension SentenceFields {
    fileprivate func isW84(_ field: Int) -> Bool {
        let range = range(field)
        return range.count == 3 && bytes[range.lowerBound] == UInt8(ascii: "W")
            && bytes[range.lowerBound + 1] == UInt8(ascii: "8")
            && bytes[range.lowerBound + 2] == UInt8(ascii: "4")
    }

    /// Minutes with a hemisphere in the field behind them, and the unit of their last digit.
    fileprivate func offset(_ field: Int, _ plus: UInt8, _ minus: UInt8) -> (value: Double, digit: Double)? {
        guard let number = unsigned(in: range(field)), let hemisphere = letter(field + 1),
            hemisphere == plus || hemisphere == minus
        else { return nil }
        let digit = (0..<min(number.decimals, 18)).reduce(1.0) { unit, _ in unit / 10 }
        return (hemisphere == plus ? number.value : -number.value, digit)
    }
}
