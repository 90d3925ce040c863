internal import Glibc

/// The earth's main magnetic field at a place and time, from a ``MagneticModel``.
///
/// The elements are those of geomagnetism: x to true north, y east, z down, in nanotesla; angles in degrees.
/// An element has no meaning where its geometry has none: the declination at a magnetic pole is arbitrary.
public struct EarthField: Hashable, Sendable {
    /// How far a compass is to be trusted at a place, by the horizontal field: the WMM's warning zones.
    public enum Zone: String, Hashable, Sendable, CaseIterable {
        /// The horizontal field is 6000 nT or more.
        case normal
        /// The horizontal field is below 6000 nT: a compass may be degraded.
        case caution
        /// The horizontal field is below 2000 nT: a compass is not to be used.
        case blackout
    }

    /// The elements' changes in a year.
    public struct Change: Hashable, Sendable {
        /// To the north, nT a year.
        public let x: Double
        /// To the east, nT a year.
        public let y: Double
        /// Down, nT a year.
        public let z: Double
        /// Of the horizontal intensity, nT a year.
        public let horizontal: Double
        /// Of the total intensity, nT a year.
        public let total: Double
        /// Of the declination, degrees a year.
        public let declination: Double
        /// Of the dip, degrees a year.
        public let dip: Double
    }

    /// To true north, nT.
    public let x: Double
    /// To the east, nT.
    public let y: Double
    /// Down, nT.
    public let z: Double
    /// The horizontal intensity, nT.
    public let horizontal: Double
    /// The total intensity, nT.
    public let total: Double
    /// From true north to magnetic north, positive to the east, degrees in [-180, 180].
    public let declination: Double
    /// From the horizon down to the field (the inclination), degrees in [-90, 90].
    public let dip: Double
    /// The changes in a year.
    public let change: Change
    /// The declination's standard error in degrees, at most 180, by the error model of the release.
    public let declinationUncertainty: Double

    /// How far a compass is to be trusted here; a field that is not a number counts as blackout.
    public var zone: Zone {
        if horizontal >= 6000 { return .normal }
        return horizontal >= 2000 ? .caution : .blackout
    }

    init(field: Vector3, change: Vector3, errors: MagneticModel.DeclinationError) {
        let horizontal = hypot(field.x, field.y)
        let total = field.length
        let horizontalChange = (field.x * change.x + field.y * change.y) / horizontal
        x = field.x
        y = field.y
        z = field.z
        self.horizontal = horizontal
        self.total = total
        declination = Angle.degrees(atan2(field.y, field.x))
        dip = Angle.degrees(atan2(field.z, horizontal))
        self.change = Change(
            x: change.x,
            y: change.y,
            z: change.z,
            horizontal: horizontalChange,
            total: field.dot(change) / total,
            declination: Angle.degrees(
                (field.x * change.y - field.y * change.x) / (horizontal * horizontal)
            ),
            dip: Angle.degrees((horizontal * change.z - field.z * horizontalChange) / (total * total))
        )
        declinationUncertainty = errors.uncertainty(horizontal: horizontal)
    }
}
