internal import Binnacle
internal import Glibc
internal import Navigation

/// Asks for motion while the calibration needs it, follows a guided run, and tells what is worth keeping.
struct CalibrationWatch: Sendable {
    /// Seconds of samples without a calibration after which motion is asked for.
    private static let patience = 5.0
    /// The standard error of the hard iron, µT an axis, at which a guided run is complete; with soft iron, which takes some
    /// of the hard iron for its own, twice that.
    private static let goal = 0.5
    /// What is assumed of the hard iron before anything is known, µT an axis: where progress begins.
    private static let beginning = 60.0
    /// The change of the hard iron, µT, and that of an element of the soft iron, from which on they are kept anew.
    private static let notable = 1.0
    private static let notableBend = 0.01

    private var store: CalibrationStore
    private var isStoreChanged = false
    /// The one that is calibrated.
    private var magnetometer: String?
    private var needSince: Double?
    private var hasAsked = false
    private var run: Run?

    private struct Run: Sendable {
        var before: HardIronCalibration
        var progress = 0.0
        var told = 0
    }

    init(_ store: CalibrationStore) {
        self.store = store
    }

    /// Turns to a magnetometer, and tells what is known of its iron; a guided run with another one is over.
    mutating func use(_ magnetometer: String, _ output: inout FusionOutput) -> HardIronCalibration {
        self.magnetometer = magnetometer
        needSince = nil
        hasAsked = false
        if run != nil { output.notes.append("calibration: given up, as another magnetometer is used") }
        run = nil
        guard let record else { return HardIronCalibration() }
        output.notes.append("the calibration of \(magnetometer) that was kept is used")
        return HardIronCalibration(reference: record.iron, softReference: record.softIron?.iron ?? .none)
    }

    private var record: CalibrationRecord? { magnetometer.flatMap { store[$0] } }

    /// Takes in what a calibration has come to with a sample, at a time of the monotonic clock.
    ///
    /// Motion is not asked for where something else keeps the compass from being calibrated.
    mutating func add(
        _ calibration: HardIronCalibration,
        mayAsk: Bool = true,
        at now: Double,
        _ output: inout FusionOutput
    ) {
        if run != nil { follow(calibration, &output) }
        guard calibration.needsMotion else {
            if hasAsked { output.notes.append("the compass is calibrated: no more turning is needed") }
            needSince = nil
            hasAsked = false
            return
        }
        let since = needSince ?? now
        needSince = since
        guard mayAsk, !hasAsked, now - since >= Self.patience else { return }
        hasAsked = true
        output.failures.append((.calibrationNeeded, "the compass is not calibrated: turn the device about"))
    }

    mutating func startRun(from calibration: HardIronCalibration) {
        // A run that is started again goes back to what was before the first one.
        run = Run(before: run?.before ?? calibration)
    }

    /// Ends a run; what was in force before one that is not complete.
    mutating func stopRun() -> HardIronCalibration? {
        defer { run = nil }
        return run?.before
    }

    /// Begins anew with the magnetometer that is used; its record is taken out of what is kept.
    mutating func forget() {
        run = nil
        if let record {
            store.remove(record.magnetometer)
            isStoreChanged = true
        }
        needSince = nil
        hasAsked = false
    }

    func status(of calibration: HardIronCalibration, at now: Double) -> CalibrationStatus {
        let best = calibration.best
        let isKnown = best?.isCalibrated == true
        return CalibrationStatus(
            state: calibration.agrees ? .confirmed : isKnown ? .calibrated : .uncalibrated,
            needsMotion: calibration.needsMotion,
            magnetometer: magnetometer,
            method: best?.method.rawValue,
            x: best?.offset.x,
            y: best?.offset.y,
            z: best?.offset.z,
            uncertainty: best?.uncertainty,
            softIron: SoftIronElements(calibration.softIron),
            softIronError: calibration.softIronError,
            delay: calibration.delay,
            jumps: calibration.jumps,
            age: record.map { max(0, now - $0.time) },
            progress: run?.progress
        )
    }

    /// What is to be kept, where it has changed: the iron is known, and differs from what was kept.
    mutating func storeToKeep(of calibration: HardIronCalibration, time: Double) -> CalibrationStore? {
        if let new = newRecord(of: calibration, time: time) {
            store.keep(new)
            isStoreChanged = true
        }
        defer { isStoreChanged = false }
        return isStoreChanged ? store : nil
    }

    private func newRecord(of calibration: HardIronCalibration, time: Double) -> CalibrationRecord? {
        guard run == nil, !calibration.agrees, let magnetometer, let best = calibration.best,
            best.uncertainty <= Self.goal(of: calibration)
        else { return nil }
        let (iron, soft) = (best.offset, calibration.softIron)
        if let record, (record.iron - iron).length < Self.notable,
            soft.difference(from: record.softIron?.iron ?? .none) < Self.notableBend
        {
            return nil
        }
        return CalibrationRecord(
            magnetometer: magnetometer,
            time: time,
            x: iron.x,
            y: iron.y,
            z: iron.z,
            uncertainty: best.uncertainty,
            softIron: SoftIronElements(soft)
        )
    }

    private static func goal(of calibration: HardIronCalibration) -> Double {
        goal * (calibration.hasFoundSoftIron ? 2 : 1)
    }

    private mutating func follow(_ calibration: HardIronCalibration, _ output: inout FusionOutput) {
        guard let uncertainty = calibration.best?.uncertainty else { return }
        let goal = Self.goal(of: calibration)
        let share = log(Self.beginning / max(uncertainty, goal)) / log(Self.beginning / goal)
        let progress = max(run?.progress ?? 0, min(1, max(0, share)))
        run?.progress = progress
        if progress >= 1 {
            run = nil
            output.notes.append("calibration: complete")
        } else if let told = run?.told, Int(progress * 10) > told {
            run?.told = Int(progress * 10)
            output.notes.append("calibration: \(Int(progress * 10) * 10) %, keep turning the device")
        }
    }
}
