extension ReturnArrow {
    /// The node's parameters, as the manifest describes them.
    struct Parameters: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case pins, fix, direction
            case visibleFrom = "visible-from"
            case maximumAge = "maximum-age"
            case directionAge = "direction-age"
        }

        /// The topics of the pins, as a filter.
        let pins: String
        /// The topic that says where we are.
        let fix: String
        /// The topic that says which way we go.
        let direction: String
        /// The distance in metres from which on an arrow is visible.
        let visibleFrom: Double
        /// How many seconds a fix says where we are.
        let maximumAge: Double
        /// How many seconds a direction says which way we go.
        let directionAge: Double

        /// The parameters that the arrows follow.
        var rules: ArrowTable.Rules {
            ArrowTable.Rules(visibleFrom: visibleFrom, maximumAge: maximumAge, directionAge: directionAge)
        }
    }
}
