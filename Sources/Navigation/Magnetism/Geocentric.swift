internal import Glibc

/// A geodetic place as the magnetic model needs it: in spherical coordinates about the earth's centre.
struct Geocentric {
    /// The model's reference radius over the distance from the centre.
    let ratio: Double
    /// Cosine and sine of the angle from the north pole.
    let cosine: Double
    let sine: Double
    /// Of the angle from the geodetic to the geocentric latitude.
    private let turnCosine: Double
    private let turnSine: Double

    /// WGS84's semi-major axis, its first eccentricity squared, and the model's reference radius (metres).
    private static let axis = 6_378_137.0
    private static let eccentricity = (2 - 1 / 298.257223563) / 298.257223563
    private static let referenceRadius = 6_371_200.0

    init(latitude: Double, altitude: Double) {
        let (sinLatitude, cosLatitude) = (sin(Angle.radians(latitude)), cos(Angle.radians(latitude)))
        let normal = Self.axis / (1 - Self.eccentricity * sinLatitude * sinLatitude).squareRoot()
        let outward = (normal + altitude) * cosLatitude
        let up = (normal * (1 - Self.eccentricity) + altitude) * sinLatitude
        let radius = hypot(outward, up)
        ratio = Self.referenceRadius / radius
        cosine = up / radius
        sine = outward / radius
        turnCosine = sine * cosLatitude + cosine * sinLatitude
        turnSine = cosine * cosLatitude - sine * sinLatitude
    }

    /// A vector of the geocentric frame (north, east, down) in the geodetic one.
    func geodetic(_ vector: Vector3) -> Vector3 {
        Vector3(
            x: vector.x * turnCosine - vector.z * turnSine,
            y: vector.y,
            z: vector.x * turnSine + vector.z * turnCosine
        )
    }
}
