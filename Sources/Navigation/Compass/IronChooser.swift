internal import Glibc

/// Picks, of what is known of the hard iron, that with which the heading is bounded best; and tells the bound.
///
/// Besides what the calibrations say there is always the guess that the hard iron is what it was, at first none. Of its three
/// components two show at once, in the strength of the horizontal field and in the vertical one; the third, across
/// the heading, is taken to be of their size: Student's t with two degrees of freedom bounds it by 4.3 times their
/// root mean square with 95 % probability (a prior of 1/σ for its scale). The same is done with what a
/// calibration leaves unexplained, by a factor for the more degrees of freedom of a place that changes.
struct IronChooser: Sendable {
    struct Choice: Sendable {
        /// The field without the iron, µT in the device frame.
        var field: Vector3
        /// Degrees within which the magnetic heading is with 95 % probability, in [0, 180].
        var bound: Double
        var isCalibrated: Bool
    }

    private enum Candidate: Int, CaseIterable {
        case none
        case rotation
        case sphere

        init(_ method: HardIronCalibration.Estimate.Method) {
            switch method {
            case .rotation: self = .rotation
            case .sphere: self = .sphere
            }
        }
    }

    private static let guessFactor = 4.303
    private static let anomalyFactor = 2.45
    /// What strength and dip differ from the model even of a perfect compass, µT.
    private static let unexplainedFloor = 0.3
    /// Seconds over which the unexplained field is averaged.
    private static let timeConstant = 2.0
    /// A candidate is left for one whose bound is smaller than this share of its own.
    private static let improvement = 0.8

    private var current = Candidate.none
    /// The mean square of the unexplained field, µT², of each candidate.
    private var unexplained = InlineArray<3, Double?>(repeating: nil)

    mutating func reset() {
        unexplained = InlineArray(repeating: nil)
    }

    /// Picks for a sample of the field; `straight` takes out of it, when it is without the hard iron, what soft iron does;
    /// `neglected` is the covariance of what of that is not allowed for, µT².
    mutating func choose(
        _ field: Vector3,
        noise: Double,
        up: Vector3,
        upError: Double,
        estimates: [HardIronCalibration.Estimate],
        guess: Vector3,
        straight: Matrix3,
        neglected: Matrix3,
        expected: ExpectedField?,
        step: Double
    ) -> Choice {
        var choices = InlineArray<3, Choice?>(repeating: nil)
        for candidate in Candidate.allCases {
            let estimate = estimates.first { Candidate($0.method) == candidate }
            guard candidate == .none || estimate != nil else {
                unexplained[candidate.rawValue] = nil
                continue
            }
            let offset = estimate?.offset ?? guess
            choices[candidate.rawValue] = choice(
                candidate,
                estimate: estimate,
                corrected: straight * (field - offset),
                noise: noise,
                neglected: neglected,
                upward: (up, upError),
                expected: expected,
                step: step
            )
        }
        let held = choices[current.rawValue]
        var best = held ?? Choice(field: field, bound: 180, isCalibrated: false)
        let limit = held.map { $0.bound * Self.improvement } ?? 180
        for candidate in Candidate.allCases {
            guard let other = choices[candidate.rawValue], other.bound < min(limit, best.bound) else {
                continue
            }
            best = other
            current = candidate
        }
        return best
    }

    private mutating func choice(
        _ candidate: Candidate,
        estimate: HardIronCalibration.Estimate?,
        corrected: Vector3,
        noise: Double,
        neglected: Matrix3,
        upward: (up: Vector3, error: Double),
        expected: ExpectedField?,
        step: Double
    ) -> Choice {
        let isCalibrated = estimate?.isCalibrated ?? false
        let unknown = Choice(field: corrected, bound: 180, isCalibrated: isCalibrated)
        guard let up = upward.up.unit else { return unknown }
        let across = corrected.cross(up)
        let horizontal = across.length
        guard let east = across.unit else { return unknown }
        // What nobody knows the hard iron of may have any soft iron: the guess is made for both.
        let covariance = estimate.map { $0.covariance + neglected } ?? .zero
        // Turns about the vertical tell the hard iron along the ground and leave the vertical one open: that is no anomaly.
        let open = estimate?.method == .rotation ? max(0, covariance.quadratic(up)) : 0
        let anomaly = expected.map {
            mismatch(
                candidate,
                horizontal: horizontal,
                upward: corrected.dot(up),
                open: open,
                expected: $0,
                // What the error of an estimate that is still finding its way left unexplained is forgotten.
                step: estimate == nil || isCalibrated ? step : .infinity
            )
        }
        // Without a place there is only what strength a field on earth can have.
        let isPlausible = (15...80).contains(corrected.length)
        guard isPlausible, anomaly != nil || isKnownWithoutPlace(estimate) else { return unknown }
        let factor = estimate == nil ? Self.guessFactor : Self.anomalyFactor
        let unseen = factor * (anomaly ?? 0)
        let iron = 1.96 * max(0, covariance.quadratic(east)).squareRoot()
        let tilt = 1.96 * upward.error * abs(corrected.dot(up))
        let sideways = hypot(hypot(unseen, iron), hypot(tilt, 1.96 * noise))
        return Choice(
            field: corrected,
            bound: sideways < horizontal ? Angle.degrees(asin(sideways / horizontal)) : 180,
            isCalibrated: isCalibrated
        )
    }

    /// Whether an estimate holds where strength and dip cannot be checked against a place.
    ///
    /// A sphere through a patch of samples may have its centre on either side of them.
    private func isKnownWithoutPlace(_ estimate: HardIronCalibration.Estimate?) -> Bool {
        switch estimate?.method {
        case .rotation: true
        case .sphere: estimate?.isCalibrated ?? false
        case nil: false
        }
    }

    /// The root mean square of what the horizontal and the vertical field differ from what is expected, µT.
    private mutating func mismatch(
        _ candidate: Candidate,
        horizontal: Double,
        upward: Double,
        open: Double,
        expected: ExpectedField,
        step: Double
    ) -> Double {
        let expectedHorizontal =
            max(0, expected.strength * expected.strength - expected.upward * expected.upward).squareRoot()
        let along = horizontal - expectedHorizontal
        let above = upward - expected.upward
        let now = 0.5 * (along * along + max(0, above * above - open))
        let before = unexplained[candidate.rawValue] ?? now
        let mean = before - expm1(-step / Self.timeConstant) * (now - before)
        unexplained[candidate.rawValue] = mean
        return mean.squareRoot() + Self.unexplainedFloor
    }
}
