/// Learns, while the device moves, the disturbance that moves with it: its hard iron.
///
/// Two estimates run side by side on bounded memory: a Kalman filter of field and hard iron where the rate of turn
/// is known, and a sphere through samples that differ. Whoever reads a heading picks the better one.
public struct HardIronCalibration: Sendable {
    /// What is known of the hard iron.
    public struct Estimate: Sendable {
        /// How it was found.
        public enum Method: Hashable, Sendable {
            /// From how the field turns with the device.
            case rotation
            /// From the sphere that the samples lie on.
            case sphere
        }

        /// How it was found.
        public let method: Method
        /// The hard iron, µT in the device frame, to be taken from what the magnetometer reads.
        public let offset: Vector3
        let covariance: Matrix3

        /// The standard error of an axis on the average, µT.
        public var uncertainty: Double { (max(0, covariance.trace) / 3).squareRoot() }

        /// Whether the hard iron is known to 3 µT an axis: a tenth of the earth's horizontal field or so.
        public var isCalibrated: Bool { uncertainty <= 3 }
    }

    /// Seconds between two fits of the sphere.
    private static let fitInterval = 0.2
    /// The misfit above which the samples are not of one sphere any more: hard iron that has changed.
    private static let largestMisfit = 9.0

    private var filter = FieldKalmanFilter()
    private var samples = FieldSamples()
    private var lastFit = -Double.infinity
    private var sphere: Estimate?
    private var isTurning = false

    /// Creates a calibration that knows nothing yet.
    public init() {}

    /// The estimates there are, none of which need be calibrated.
    public var estimates: [Estimate] { [rotation, sphere].compactMap { $0 } }

    /// The estimate with the smallest uncertainty.
    public var best: Estimate? { estimates.min { $0.uncertainty < $1.uncertainty } }

    private var rotation: Estimate? {
        isTurning
            ? Estimate(method: .rotation, offset: filter.iron, covariance: filter.ironCovariance)
            : nil
    }

    /// The newest sample as the filter sees it, with less noise; absent while the rate of turn is not known.
    var smoothed: Vector3? { isTurning ? filter.field + filter.iron : nil }

    /// Takes in a sample of the field, µT in the device frame.
    mutating func add(
        _ field: Vector3,
        up: Vector3?,
        upUncertainty: Double,
        motion: (rotation: FrameRotation?, rate: Double),
        expected: ExpectedField,
        time: Double,
        step: Double
    ) {
        filter.add(field, rotation: motion.rotation, rate: motion.rate, step: step)
        isTurning = motion.rotation != nil
        samples.add(.init(field: field, up: up, upUncertainty: upUncertainty, time: time))
        guard time - lastFit >= Self.fitInterval || time < lastFit else { return }
        lastFit = time
        guard
            let fit = SphereFit(
                samples.all,
                expected: expected,
                start: sphere?.offset ?? .zero
            )
        else { return }
        sphere = Estimate(method: .sphere, offset: fit.iron, covariance: fit.covariance)
        if fit.misfit > Self.largestMisfit { samples.halve() }
    }
}
