internal import Glibc

extension Fix {
    /// Metres over ground to another fix's place.
    ///
    /// From the straight line through the ellipsoid: exact to a millionth up to some kilometres, and to half a percent
    /// round half the globe, which is as good as a filter needs.
    public func distance(to other: Fix) -> Double {
        let (here, there) = (geocentric, other.geocentric)
        let (x, y, z) = (there.x - here.x, there.y - here.y, there.z - here.z)
        let chord = (x * x + y * y + z * z).squareRoot()
        let diameter = 2 * 6_371_008.8
        return diameter * asin(min(1, chord / diameter))
    }

    /// The place at the ellipsoid's surface, metres from the Earth's centre.
    private var geocentric: (x: Double, y: Double, z: Double) {
        let (equatorial, flattening) = (6_378_137.0, 1 / 298.257223563)
        let squared = flattening * (2 - flattening)
        let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
        let normal = equatorial / (1 - squared * sin(phi) * sin(phi)).squareRoot()
        return (
            normal * cos(phi) * cos(lambda), normal * cos(phi) * sin(lambda),
            normal * (1 - squared) * sin(phi)
        )
    }
}
