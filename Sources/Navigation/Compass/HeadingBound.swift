internal import Glibc

/// How far a heading from a ``FieldFilter`` may be off: what it knows of itself, and what it cannot know.
struct HeadingBound: Sendable {
    /// Degrees within which the magnetic heading is with 95 % probability, in [0, 180].
    let degrees: Double

    /// The least by which the filter's variance is scaled: agreement over half a second may be luck.
    private static let leastScale = 0.2
    /// What a field that differs from place to place passes off as hard iron across the heading, µT.
    private static let mistakenIron = 0.4
    /// The share of the deviation of a place that may be counted to the earth's field by mistake.
    private static let leakage = 0.1
    /// What strength and dip may differ from the model's without a cause to look for, µT: crust and buildings.
    private static let unremarkable = 2.0
    /// The 95 % bound of one direction in units of the root mean square of two others (Student's t, two degrees of
    /// freedom, lowered to that of many for a place that changes).
    private static let anomalyFactor = 2.45

    init(_ filter: FieldFilter, upError: Double, neglected: Double, expected: ExpectedField?) {
        let horizontal = hypot(filter.field.x, filter.field.y)
        guard horizontal > 0 else {
            degrees = 180
            return
        }
        // Samples that agree better or worse than the filter expects say how much its uncertainty is worth.
        let scale = max(Self.leastScale, filter.distance).squareRoot()
        var sideways = 1.96 * filter.directionError * horizontal * scale
        if !filter.assumptions.isHeld { sideways = hypot(sideways, 1.96 * Self.mistakenIron) }
        sideways = hypot(sideways, 1.96 * Self.leakage * hypot(filter.deviation.x, filter.deviation.y))
        sideways = hypot(sideways, 1.96 * filter.doubt)
        sideways = hypot(sideways, 1.96 * neglected * horizontal)
        sideways = hypot(sideways, 1.96 * upError * abs(filter.field.z))
        if let expected {
            let square = expected.strength * expected.strength - expected.upward * expected.upward
            let along = horizontal - max(0, square).squareRoot()
            // With the soft iron, turns about the vertical leave the vertical field open: that is no anomaly.
            let open = filter.soft == nil ? 0 : 1.96 * max(0, filter.fieldCovariance.z.z).squareRoot()
            let above = max(0, abs(filter.field.z - expected.upward) - open)
            let mismatch = (0.5 * (along * along + above * above)).squareRoot()
            sideways = hypot(sideways, Self.anomalyFactor * max(0, mismatch - Self.unremarkable))
        }
        degrees = sideways < horizontal ? Angle.degrees(asin(sideways / horizontal)) : 180
    }
}
