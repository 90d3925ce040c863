/// Learns, while the device moves, the disturbance that moves with it: its hard iron, and its soft iron where that shows.
///
/// Where the rate of turn is known, two Kalman filters run side by side. One knows nothing of the hard iron and finds
/// it by turns; the other one holds the hard iron for what it was known to be, at first none. As long as what the
/// first one finds agrees with that, the second one's heading is the better one: small turns in a field that differs
/// from place to place look like a little hard iron. Otherwise the first one's is used, from when it knows the hard
/// iron to 2 µT. From when it knows it to 10 µT a third one learns the soft iron as well (``SoftIronStage``), and tells the
/// heading where soft iron has shown itself beyond doubt. Without a rate of turn, a sphere through samples that differ tells the hard iron.
public struct HardIronCalibration: Sendable {
    /// What is known of the hard iron.
    public struct Estimate: Sendable {
        /// How it was found.
        public enum Method: String, Hashable, Sendable {
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
        public var uncertainty: Double {
            // What is not positive is no variance, and no certainty.
            covariance.trace > 0 ? (covariance.trace / 3).squareRoot() : .infinity
        }

        /// Whether the hard iron is known to 2 µT an axis, which is 4 to 7 degrees of heading in middle latitudes.
        public var isCalibrated: Bool { uncertainty <= HardIronCalibration.sufficient }
    }

    /// The standard error of the hard iron, µT an axis, at which it counts as known.
    public static let sufficient = 2.0
    /// The standard error, µT an axis, from which on the free filter can say whether what is held still holds.
    private static let telling = 5.0
    /// That from which on the soft iron is learnt, and what it has been taken for is counted: soon, as the field of who
    /// turns slowly has taken up most of it when the hard iron is known.
    private static let bending = 10.0
    /// The squared distance of the two, in standard errors (three degrees of freedom: 3 % by chance), up to which
    /// they agree; one and a half times that for what agreed before.
    private static let agreement = 9.0
    /// The standard error of the field's direction, radians, from which on the filter that knows the soft iron is read.
    private static let steady = 0.1
    /// What a magnetometer that counts as calibrated may be off, µT an axis.
    private static let residue = 1.0
    /// Seconds between two fits of the sphere.
    private static let fitInterval = 0.2
    /// The misfit above which the samples are not of one sphere any more: hard iron that has changed.
    private static let largestMisfit = 9.0

    /// The hard iron that is held, µT in the device frame: none, or what was found in a run before.
    public let reference: Vector3
    /// The soft iron that is held: none, or what was found in a run before.
    public let softReference: SoftIron
    /// Whether soft iron other than the ``softReference`` has been found.
    public private(set) var hasFoundSoftIron = false
    /// How often field and prediction have fallen apart: a magnet that came or went, on the device or beside it.
    public private(set) var jumps = 0

    private var free: FieldFilter
    private var held: FieldFilter
    /// The one that learns the soft iron, and what is known of that while there is none.
    private var bent: FieldFilter?
    private var stage: SoftIronStage
    /// Whether the free filter has found the hard iron to be the reference.
    private var isIronConfirmed = false
    private var isTurning = false
    private var hasDisagreed = false
    private var samples = FieldSamples()
    private var lastFit = -Double.infinity
    private var sphere: Estimate?

    /// Creates a calibration that knows nothing but, maybe, what was found in a run before.
    public init(reference: Vector3 = .zero, softReference: SoftIron = .none) {
        self.reference = reference
        self.softReference = softReference
        free = FieldFilter(.free, softIron: softReference)
        held = FieldFilter(.held, iron: reference, softIron: softReference)
        stage = SoftIronStage(centre: softReference)
    }

    /// Whether the iron has been seen to be the ``reference`` and the ``softReference``.
    public var agrees: Bool { isIronConfirmed && !hasFoundSoftIron }

    /// The soft iron that is allowed for: what was found, or else what is held.
    public var softIron: SoftIron { hasFoundSoftIron ? bent?.soft?.applied ?? softReference : softReference }

    /// The standard error, degrees, that the soft iron leaves in the heading of a device that turns about as it lies now;
    /// absent where turns have not told the hard iron yet.
    public var softIronError: Double? { bent?.soft?.headingError.map(Angle.degrees) }

    /// The estimates there are, none of which need be calibrated.
    public var estimates: [Estimate] { [rotation, sphere].compactMap { $0 } }

    /// The estimate with the smallest uncertainty.
    public var best: Estimate? { estimates.min { $0.uncertainty < $1.uncertainty } }

    /// Whether the device has to be turned before there can be a good heading.
    public var needsMotion: Bool { !agrees && !hasFoundSoftIron && best?.isCalibrated != true }

    /// Seconds that the magnetometer is behind the gyro; absent before turns have told.
    public var delay: Double? { isTurning && !needsMotion ? learning.delay : nil }

    /// The filter that has the hard iron.
    private var learning: FieldFilter { hasFoundSoftIron ? bent ?? free : free }

    private var rotation: Estimate? {
        guard isTurning else { return nil }
        // A filter is some kilobytes: it is read where it lies.
        if hasFoundSoftIron, let offset = bent?.iron, let covariance = bent?.ironCovariance {
            return Estimate(method: .rotation, offset: offset, covariance: covariance)
        }
        return Estimate(method: .rotation, offset: free.iron, covariance: free.ironCovariance)
    }

    /// The filter to read the heading from; absent while turns have not told the hard iron yet.
    var filter: FieldFilter? {
        guard isTurning else { return nil }
        if hasFoundSoftIron { return bent }
        if agrees { return held }
        return rotation?.isCalibrated == true ? free : nil
    }

    /// What soft iron turns the heading of the ``filter`` by besides what the filter says of itself, a standard error in radians:
    /// that which is not allowed for or, where one was found, what the directions so far leave of it over a whole turn.
    var neglectedError: Double {
        (hasFoundSoftIron ? bent?.soft?.headingError : bent?.neglectedError) ?? 0
    }

    /// What soft iron that is not allowed for adds to a reading of a field in the device frame, µT², where turns have told the
    /// hard iron.
    func neglected(in field: Vector3) -> Matrix3 {
        hasFoundSoftIron ? .zero : (bent?.soft ?? stage).neglect(in: field)
    }

    /// Takes in a sample of the field, µT in the device frame.
    mutating func add(
        _ field: Vector3,
        up: (direction: Vector3, error: Double)?,
        motion: FieldFilter.Motion?,
        expected: ExpectedField,
        time: Double,
        step: Double
    ) {
        isTurning = motion != nil
        guard let motion else {
            restart()
            fit(field, up: up, expected: expected, time: time)
            return
        }
        if free.add(field, motion: motion, step: step) { jumps += 1 }
        _ = held.add(field, motion: motion, step: step)
        compare()
        bend(field, motion: motion, step: step)
        giveUpUnsound()
    }

    /// A filter whose numbers have broken begins anew, and nothing that it found is kept.
    private mutating func giveUpUnsound() {
        if !free.isSound {
            free = FieldFilter(.free, softIron: softReference)
            isIronConfirmed = false
        }
        if !held.isSound { held = FieldFilter(.held, iron: reference, softIron: softReference) }
        if let isSound = bent?.isSound, !isSound {
            bent = nil
            stage = SoftIronStage(centre: softReference)
            hasFoundSoftIron = false
        }
    }

    private mutating func bend(_ field: Vector3, motion: FieldFilter.Motion, step: Double) {
        guard free.ironCovariance.trace < 3 * Self.bending * Self.bending else {
            stage = bent?.soft ?? stage
            bent = nil
            hasFoundSoftIron = false
            return
        }
        if bent == nil { bent = free.bending(stage) }
        _ = bent?.add(field, motion: motion, step: step)
        hasFoundSoftIron = bent?.soft?.isUsed == true && bent?.directionError ?? .pi <= Self.steady
    }

    /// The level frame is a new one: what was learnt of the hard iron stays.
    mutating func restart() {
        free.restart()
        held.restart()
        bent?.restart()
    }

    private mutating func compare() {
        let covariance = free.ironCovariance
        let difference = free.iron - reference
        let spread = covariance + .diagonal(Self.residue * Self.residue)
        guard let weight = spread.inverse, covariance.trace < 3 * Self.telling * Self.telling else {
            isIronConfirmed = false
            return
        }
        let limit = Self.agreement * (isIronConfirmed ? 1.5 : 1)
        let wasConfirmed = isIronConfirmed
        isIronConfirmed = difference.dot(weight * difference) < limit
        if !isIronConfirmed { hasDisagreed = true }
        // What held on to the wrong iron has the wrong field: it goes on from what the free filter knows.
        if isIronConfirmed, !wasConfirmed, hasDisagreed {
            held = free.holding(reference, softIron: softReference)
        }
    }

    private mutating func fit(
        _ field: Vector3,
        up: (direction: Vector3, error: Double)?,
        expected: ExpectedField,
        time: Double
    ) {
        isIronConfirmed = false
        hasFoundSoftIron = false
        samples.add(
            .init(field: field, up: up?.direction, upUncertainty: up?.error ?? .pi, time: time)
        )
        guard time - lastFit >= Self.fitInterval || time < lastFit else { return }
        lastFit = time
        guard let fit = SphereFit(samples.all, expected: expected, start: sphere?.offset ?? .zero) else {
            return
        }
        sphere = Estimate(method: .sphere, offset: fit.iron, covariance: fit.covariance)
        if fit.misfit > Self.largestMisfit { samples.halve() }
    }
}
