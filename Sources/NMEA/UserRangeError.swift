internal import Messages

/// What a receiver's ranges are off by, one standard deviation in metres: with the dilution of precision it gives an accuracy.
///
/// Autonomous: the GPS Standard Positioning Service promises 7.8 m at 95 % (Performance Standard, 5th edition, 2020, table
/// 3.4-1), which is 4.0 m at one standard deviation. Differential: 1.5 m, what gpsd's quarter of the autonomous value and
/// the wide-area services' own corrections leave with a receiver's noise on top. Carrier phase: decimetres while the
/// ambiguities are real numbers, centimetres when they are fixed. Dead reckoning has no ranges; ten times the autonomous
/// value says that it should not be preferred to any satellite fix.
package enum UserRangeError {
    static let autonomous = 4.0
    static let differential = 1.5
    static let realTimeFloat = 0.5
    static let realTimeFixed = 0.02
    static let deadReckoning = 40.0

    /// The radius that holds 68.27 % of a circular normal distribution, in standard deviations of one axis:
    /// √(−2 ln(1 − 0.6827)).
    package static let radius68 = 1.5152

    static func of(_ solution: Solution) -> Double {
        switch solution {
        case .autonomous, .simulated, .unknown: autonomous
        case .differential: differential
        case .realTimeFloat: realTimeFloat
        case .realTimeFixed: realTimeFixed
        case .deadReckoning: deadReckoning
        }
    }

    /// The 68 % radius of a horizontal dilution.
    ///
    /// HDOP times range error is the root of the sum of both axes' variances.
    static func horizontal(_ hdop: Double, _ solution: Solution) -> Double {
        hdop * of(solution) / 2.0.squareRoot() * radius68
    }
}
