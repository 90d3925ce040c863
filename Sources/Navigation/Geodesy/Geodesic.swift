internal import CGeodesic

/// A shortest line on the WGS84 ellipsoid, good to 15 nanometres.
///
/// Computed by GeographicLib: C. F. F. Karney, Algorithms for geodesics, J. Geodesy 87 (2013), 43–55.
public struct Geodesic: Hashable, Sendable {
    /// Where it starts.
    public let start: Coordinate
    /// Where it ends.
    public let end: Coordinate
    /// Its length, metres.
    public let distance: Double
    /// Its direction at the start, degrees clockwise from true north, in [0, 360); absent when start and end coincide.
    public let initialBearing: Double?
    /// Its direction at the end, onward, clockwise from true north, in [0, 360); absent when start and end coincide.
    public let finalBearing: Double?

    /// The shortest line between two places (the inverse problem); `nil` when one of them is not valid.
    ///
    /// Where several lines are equally short, as between antipodes, it is one of them. At a pole, directions are
    /// told with the meridian of the given longitude.
    public static func inverse(from start: Coordinate, to end: Coordinate) -> Geodesic? {
        guard start.isValid, end.isValid else { return nil }
        var (distance, initial, final) = (Double.nan, Double.nan, Double.nan)
        cgeodesic_inverse(
            start.latitude,
            start.longitude,
            end.latitude,
            end.longitude,
            &distance,
            &initial,
            &final
        )
        guard distance.isFinite else { return nil }
        return Geodesic(
            start: start,
            end: end,
            distance: distance,
            initialBearing: distance > 0 ? Angle.normalized(initial) : nil,
            finalBearing: distance > 0 ? Angle.normalized(final) : nil
        )
    }

    /// The line that leaves a place in a direction (the direct problem); `nil` when an argument is not finite.
    ///
    /// The distance is in metres; a negative one goes backwards. The end's longitude is in [-180, 180].
    public static func direct(from start: Coordinate, bearing: Double, distance: Double) -> Geodesic? {
        guard start.isValid, bearing.isFinite, distance.isFinite else { return nil }
        var (latitude, longitude, final) = (Double.nan, Double.nan, Double.nan)
        cgeodesic_direct(
            start.latitude,
            start.longitude,
            bearing,
            distance,
            &latitude,
            &longitude,
            &final
        )
        let end = Coordinate(latitude: latitude, longitude: longitude)
        guard end.isValid else { return nil }
        return Geodesic(
            start: start,
            end: end,
            distance: distance,
            initialBearing: Angle.normalized(bearing),
            finalBearing: Angle.normalized(final)
        )
    }
}
