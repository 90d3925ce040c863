internal import Glibc

/// Angles on the circle, in degrees.
///
/// What is not a finite number comes back as not a number.
public enum Angle {
    /// The same direction in [0, 360), for example of -90: 270.
    ///
    /// Never 360 and never negative zero, however the rounding falls: -1e-20 is 0.
    public static func normalized(_ degrees: Double) -> Double {
        let remainder = degrees.truncatingRemainder(dividingBy: 360)
        if remainder.isNaN { return .nan }
        if remainder == 0 { return 0 }
        guard remainder < 0 else { return remainder }
        let turned = remainder + 360
        return turned < 360 ? turned : 0
    }

    /// The same angle in [-180, 180), for example of 180: -180.
    public static func signed(_ degrees: Double) -> Double {
        let remainder = degrees.truncatingRemainder(dividingBy: 360)
        if remainder >= 180 { return remainder - 360 }
        if remainder < -180 { return remainder + 360 }
        return remainder == 0 ? 0 : remainder
    }

    /// How far to turn from one direction to another the short way, clockwise, in [-180, 180).
    public static func turn(from start: Double, to end: Double) -> Double {
        signed(end.truncatingRemainder(dividingBy: 360) - start.truncatingRemainder(dividingBy: 360))
    }

    /// The direction, in [0, 360), of the sum of unit vectors in the given directions.
    ///
    /// Absent for no directions, for directions that cancel out, and where one is not a number.
    public static func mean(of directions: some Sequence<Double>) -> Double? {
        var (east, north, count) = (0.0, 0.0, 0.0)
        for direction in directions {
            east += sin(radians(direction))
            north += cos(radians(direction))
            count += 1
        }
        // A sum as short as its rounding errors has no direction.
        guard hypot(east, north) > count * 1e-12 else { return nil }
        return normalized(degrees(atan2(east, north)))
    }

    static func radians(_ degrees: Double) -> Double { degrees * (.pi / 180) }

    static func degrees(_ radians: Double) -> Double { radians * (180 / .pi) }
}
