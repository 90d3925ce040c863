internal import Glibc

/// The plane that touches WGS84 at a place: good to centimetres within a kilometre.
struct LocalFrame: Sendable {
    private let latitude: Double
    private let longitude: Double
    /// Metres to a radian of latitude: the radius of curvature of the meridian.
    private let meridian: Double
    /// Metres to a radian of longitude at the equator of a sphere that fits the parallel.
    private let transverse: Double

    /// Creates the plane at a place in degrees.
    init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
        // NGA.STND.0036, WGS84: semi-major axis and the first eccentricity squared.
        let (axis, eccentricity) = (6_378_137.0, 6.694_379_990_141e-3)
        let sine = sin(latitude * .pi / 180)
        let root = (1 - eccentricity * sine * sine).squareRoot()
        transverse = axis / root
        meridian = axis * (1 - eccentricity) / (root * root * root)
    }

    /// The place so many metres east and north, in degrees.
    func place(east: Double, north: Double) -> (latitude: Double, longitude: Double) {
        let parallel = latitude + north / meridian * 180 / .pi
        let degrees = longitude + east / (transverse * cos(parallel * .pi / 180)) * 180 / .pi
        return (parallel, degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees)
    }
}
