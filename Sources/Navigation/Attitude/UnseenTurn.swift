internal import Glibc

/// What a device may have turned by, over what its gyro tells, where samples are missing.
///
/// Between two samples that are as far apart as usual the rate of turn is that of a curve through them. In a hole it may
/// have risen and fallen meanwhile, as fast as it changes before and after.
struct UnseenTurn: Sendable {
    /// How many usual steps make a hole.
    private static let hole = 2.5
    /// How much a step counts for the usual one, and seconds over which the angular acceleration is averaged.
    private static let share = 0.1
    private static let timeConstant = 3.0

    /// The usual seconds between two samples; absent before the second one.
    private var pace: Double?
    /// The mean square of the angular acceleration, (rad/s²)².
    private var acceleration = 0.0

    /// Takes in what a rate of turn has changed by, rad/s, in some seconds; the variance of the turn about an axis, radians².
    mutating func add(change: Vector3, step: Double) -> Double {
        let usual = pace ?? step
        pace = usual + Self.share * (min(step, 2 * usual) - usual)
        let now = change.dot(change) / (step * step)
        let before = acceleration
        acceleration -= expm1(-step / Self.timeConstant) * (now - acceleration)
        guard step > Self.hole * usual else { return 0 }
        // A rate that rises until the middle and falls again turns by a fourth of its acceleration times the squared time;
        // how much of that it was is spread evenly.
        let most = 0.25 * max(now, before).squareRoot() * step * step
        return most * most / 3
    }

    /// The standard error of a turn that is taken to go on for some seconds after the newest rate, radians.
    func error(after seconds: Double) -> Double {
        guard let pace, seconds > Self.hole * pace else { return 0 }
        return 0.5 * acceleration.squareRoot() * seconds * seconds
    }
}
