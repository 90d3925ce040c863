internal import Binnacle
internal import Navigation
internal import Platform
internal import Simulation

extension ReplayParameters {
    /// The trip that they describe.
    ///
    /// - Throws: a `UsageError` that names the parameter.
    func trip(_ kind: TripKind) throws -> Trip {
        var plan = TripPlan()
        plan.kind = kind
        plan.handling = handling.flatMap(TripPlan.Handling.init(rawValue:)) ?? plan.handling
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
            return try Trip(plan)
        } catch {
            throw UsageError("\(error.parameter == "time" ? "begin" : error.parameter): \(error.problem)")
        }
    }

    /// Whether the earth's field is known at a time; where it is not now, the trip keeps to its usual time.
    private static func hasModel(_ time: Double) -> Bool {
        MagneticModel.forDate(year: MagneticModel.decimalYear(unixSeconds: time)) != nil
    }
}
