internal import Glibc

/// The World Magnetic Model: the field of the earth's core as spherical harmonics of degree 12 with their yearly
/// changes, and so the declination that turns a magnetic heading into a true one.
///
/// Computed as in: The US/UK World Magnetic Model for 2025–2030 (NOAA/NCEI and BGS, 2024), section 1.2, but with
/// recursions for P/sin θ, which need no special case at the poles. An evaluation allocates nothing.
public struct MagneticModel: Sendable {
    /// The standard error of the declination: √(base² + (slope / H)²) degrees, H in nT.
    struct DeclinationError: Sendable {
        let base: Double
        let slope: Double

        func uncertainty(horizontal: Double) -> Double {
            min(180, hypot(base, slope / horizontal))
        }
    }

    /// A pair of coefficients with what the recursion of the Legendre functions needs to come to it.
    struct Term: Sendable {
        /// Nanotesla at the epoch.
        let g: Double
        let h: Double
        /// Nanotesla a year.
        let gChange: Double
        let hChange: Double
        /// P[n,m] = ahead · cos θ · P[n-1,m] − behind · P[n-2,m], Schmidt's semi-normalisation.
        let ahead: Double
        let behind: Double
    }

    static let degree = 12

    /// The name of the release, for example `WMM-2025`.
    public let name: String
    /// The decimal year that the coefficients are of.
    public let epoch: Double
    /// The decimal years that the release is meant for: five from its epoch.
    public var years: ClosedRange<Double> { epoch...(epoch + 5) }

    private let errors: DeclinationError
    /// Of order 0: degrees 0 to 12 (degree 0 is nothing); then of order 1, degrees 1 to 12; and so on: 91.
    private let terms: [Term]

    init(name: String, epoch: Double, errors: DeclinationError, terms: [Term]) {
        self.name = name
        self.epoch = epoch
        self.errors = errors
        self.terms = terms
    }

    /// The field at a geodetic place on WGS84.
    ///
    /// Finite at both poles, where north is the meridian of the given longitude. The year is not checked: outside
    /// ``years`` the field is extrapolated. Not-a-number arguments give a field of them.
    /// - Parameters:
    ///   - latitude: Degrees, in [-90, 90].
    ///   - longitude: Degrees.
    ///   - altitude: Metres above the ellipsoid; above mean sea level will do, it is 107 m off at most.
    ///   - year: The decimal year, see ``decimalYear(unixSeconds:)``.
    /// - Returns: The elements and their yearly changes.
    public func field(latitude: Double, longitude: Double, altitude: Double, year: Double) -> EarthField {
        let place = Geocentric(latitude: latitude, altitude: altitude)
        let (field, change) = sum(at: place, longitude: Angle.radians(longitude), years: year - epoch)
        return EarthField(
            field: place.geodetic(field),
            change: place.geodetic(change),
            errors: errors
        )
    }

    /// Sums the series, order by order; x, y, z are geocentric.
    private func sum(
        at place: Geocentric,
        longitude: Double,
        years: Double
    ) -> (field: Vector3, change: Vector3) {
        let (cosine, sine) = (place.cosine, place.sine)
        let (east, north) = (sin(longitude), cos(longitude))
        var (field, change) = (Vector3.zero, Vector3.zero)
        // Of the order m: cos mλ, sin mλ, P[m,m] over sin θ (of order 0: P[0,0]), and (a/r)^(m+1).
        var (cosM, sinM, sectoral, power) = (1.0, 0.0, 1.0, place.ratio)
        var index = 0
        for m in 0...Self.degree {
            let order = Double(m)
            // P[n,m] is legendre · factor; below are it and its derivative by θ, and those of the degree before.
            let factor = m == 0 ? 1 : sine
            var (legendre, legendreBefore) = (sectoral, 0.0)
            var (derivative, derivativeBefore) = (order * sectoral * cosine, 0.0)
            var scale = power
            for n in m...Self.degree {
                scale *= place.ratio
                let term = terms[index]
                index += 1
                if n > m {
                    (derivative, derivativeBefore) = (
                        term.ahead * (cosine * derivative - sine * factor * legendre)
                            - term.behind * derivativeBefore,
                        derivative
                    )
                    (legendre, legendreBefore) = (
                        term.ahead * cosine * legendre - term.behind * legendreBefore, legendre
                    )
                }
                let g = term.g + years * term.gChange
                let h = term.h + years * term.hChange
                let basis =
                    scale
                    * Vector3(
                        x: derivative,
                        y: order * legendre,
                        z: -Double(n + 1) * factor * legendre
                    )
                let inPhase = g * cosM + h * sinM
                let inPhaseChange = term.gChange * cosM + term.hChange * sinM
                field.x += basis.x * inPhase
                field.y += basis.y * (g * sinM - h * cosM)
                field.z += basis.z * inPhase
                change.x += basis.x * inPhaseChange
                change.y += basis.y * (term.gChange * sinM - term.hChange * cosM)
                change.z += basis.z * inPhaseChange
            }
            (cosM, sinM) = (cosM * north - sinM * east, sinM * north + cosM * east)
            power *= place.ratio
            if m > 0 {
                sectoral *= ((2 * order + 1) / (2 * order + 2)).squareRoot() * sine
            }
        }
        return (field, change)
    }
}
