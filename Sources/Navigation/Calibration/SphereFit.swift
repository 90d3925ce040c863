internal import Glibc

/// What is expected of the earth's field at a place, µT, with standard errors.
struct ExpectedField: Sendable {
    /// The total intensity.
    var strength: Double
    var strengthError: Double
    /// The part that points up: negative in the northern hemisphere.
    var upward: Double
    var upwardError: Double

    /// Anywhere on earth.
    static let anywhere = ExpectedField(strength: 46, strengthError: 12, upward: 0, upwardError: 45)

    init(strength: Double, strengthError: Double, upward: Double, upwardError: Double) {
        self.strength = strength
        self.strengthError = strengthError
        self.upward = upward
        self.upwardError = upwardError
    }

    /// At a place: a main field, and 2 µT of what buildings and rocks add.
    init(_ field: EarthField) {
        self.init(strength: field.total / 1000, strengthError: 2, upward: -field.z / 1000, upwardError: 2)
    }
}

/// The hard iron as the centre of the sphere that samples of the field lie on, by least squares.
///
/// Each sample says that the field without the hard iron has the earth's strength, |z − b| = F, and, where up is
/// known, the earth's vertical part, (z − b) · u = U. F and U are unknowns too, with what is expected of them.
/// Levenberg and Marquardt's method, from the last solution and from none.
struct SphereFit: Sendable {
    /// The hard iron, µT in the device frame.
    let iron: Vector3
    /// Of the hard iron, µT².
    let covariance: Matrix3
    /// The mean square of the residuals in units of their standard errors.
    let misfit: Double

    private typealias Solution = (iron: Vector3, cost: Double, system: NormalEquations)

    /// Solutions whose sums of squares differ by less than this (four standard errors) are both held possible.
    private static let ambiguity = 16.0
    private static let openIron = 40.0
    private static let strengthNoise = 1.0
    private static let upwardNoise = 1.0

    /// Fits samples; `nil` for none, or where the numbers do not carry.
    init?(_ samples: [FieldSamples.Sample], expected: ExpectedField, start: Vector3) {
        guard !samples.isEmpty else { return nil }
        func solution(_ start: Vector3) -> Solution? {
            Self.solve(samples, expected: expected, start: start)
        }
        let first = [start, .zero].compactMap(solution).min { $0.cost < $1.cost }
        guard let first else { return nil }
        // A patch of a sphere fits one on its other side nearly as well.
        let centre = (1 / Double(samples.count)) * samples.reduce(Vector3.zero) { $0 + $1.field }
        let mirrored = solution(2 * centre - first.iron)
        let (best, other) = (mirrored?.cost ?? .infinity) < first.cost ? (mirrored, first) : (first, mirrored)
        guard let best, var covariance = best.system.covariance else { return nil }
        let residuals = samples.reduce(0.0) { $0 + ($1.up == nil ? 1 : 2) }
        misfit = best.cost / residuals
        covariance = max(1, misfit) * covariance
        if let other, other.cost - best.cost < Self.ambiguity * max(1, misfit) {
            covariance = covariance + Matrix3.outer(other.iron - best.iron, other.iron - best.iron)
        }
        iron = best.iron
        self.covariance = covariance
    }

    private static func solve(
        _ samples: [FieldSamples.Sample],
        expected: ExpectedField,
        start: Vector3
    ) -> Solution? {
        var (iron, strength, upward) = (start, expected.strength, expected.upward)
        var damping = 1e-3
        var system = equations(samples, expected, iron, strength, upward)
        for _ in 0..<20 {
            guard let step = system.solution(damping: damping) else { return nil }
            let next = (
                iron: iron + Vector3(x: step[0], y: step[1], z: step[2]),
                strength: strength + step[3],
                upward: upward + step[4]
            )
            let nextSystem = equations(samples, expected, next.iron, next.strength, next.upward)
            if nextSystem.cost < system.cost {
                let gain = system.cost - nextSystem.cost
                (iron, strength, upward) = next
                system = nextSystem
                damping *= 0.2
                if gain < 1e-6 * (1 + system.cost) { break }
            } else {
                damping *= 10
                if damping > 1e6 { break }
            }
        }
        return system.cost.isFinite ? (iron, system.cost, system) : nil
    }

    /// The equations about a point, with what is expected of the unknowns as equations of their own.
    private static func equations(
        _ samples: [FieldSamples.Sample],
        _ expected: ExpectedField,
        _ iron: Vector3,
        _ strength: Double,
        _ upward: Double
    ) -> NormalEquations {
        var system = NormalEquations()
        for (index, value) in [iron.x, iron.y, iron.z].enumerated() {
            var row = NormalEquations.Row(repeating: 0)
            row[index] = 1
            system.add(row, residual: value, error: openIron)
        }
        system.add([0, 0, 0, 1, 0], residual: strength - expected.strength, error: expected.strengthError)
        system.add([0, 0, 0, 0, 1], residual: upward - expected.upward, error: expected.upwardError)
        for sample in samples {
            let field = sample.field - iron
            if let direction = field.unit {
                system.add(
                    [-direction.x, -direction.y, -direction.z, -1, 0],
                    residual: field.length - strength,
                    error: strengthNoise
                )
            }
            if let up = sample.up {
                system.add(
                    [-up.x, -up.y, -up.z, 0, -1],
                    residual: field.dot(up) - upward,
                    error: hypot(upwardNoise, strength * sample.upUncertainty)
                )
            }
        }
        return system
    }
}
