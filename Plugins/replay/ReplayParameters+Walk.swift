internal import Binnacle
internal import Navigation
internal import Platform
internal import Simulation

extension ReplayParameters {
    /// The walk that they describe.
    ///
    /// - Throws: a `UsageError` that names the parameter.
    func walk() throws -> CityWalk {
        var plan = CityWalkPlan()
        plan.seed = seed ?? plan.seed
        plan.latitude = latitude ?? plan.latitude
        plan.longitude = longitude ?? plan.longitude
        plan.altitude = altitude ?? plan.altitude
        plan.duration = duration ?? plan.duration
        plan.rate = rate ?? plan.rate
        if let begin {
            plan.time = begin
        } else if time == "now", Self.hasModel(WallClock.seconds) {
            plan.time = WallClock.seconds
        }
        do {
            return try CityWalk(plan)
        } catch {
            throw UsageError("\(error.parameter == "time" ? "begin" : error.parameter): \(error.problem)")
        }
    }

    /// Whether the earth's field is known at a time; where it is not now, the walk keeps to its usual time.
    private static func hasModel(_ time: Double) -> Bool {
        MagneticModel.forDate(year: MagneticModel.decimalYear(unixSeconds: time)) != nil
    }
}
