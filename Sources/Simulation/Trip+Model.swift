internal import Messages
internal import Navigation

extension Trip {
    /// Plans a trip in the earth's field as the World Magnetic Model has it at that place and time.
    ///
    /// - Throws: the parameter that makes no trip; `time`, if it is in none of the model's years.
    public init(_ plan: TripPlan) throws(SimulationError) {
        try plan.check()
        let year = MagneticModel.decimalYear(unixSeconds: plan.time)
        guard let model = MagneticModel.forDate(year: year) else {
            throw SimulationError(
                parameter: "time",
                problem: "there is no magnetic model for the year \((year * 10).rounded(.down) / 10)"
            )
        }
        let field = model.field(
            latitude: plan.latitude,
            longitude: plan.longitude,
            altitude: plan.altitude,
            year: year
        )
        // From nanotesla north, east and down.
        try self.init(plan, field: Vector(x: field.y, y: field.x, z: -field.z) * 1e-3)
    }
}
