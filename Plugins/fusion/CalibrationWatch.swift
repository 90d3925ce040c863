internal import Binnacle
internal import Glibc
internal import Navigation

/// Asks for motion while the calibration needs it, follows a guided run, and tells what is worth keeping.
struct CalibrationWatch: Sendable {
    /// Seconds of samples without a calibration after which motion is asked for.
    private static let patience = 5.0
    /// The standard error of the hard iron, µT an axis, at which a guided run is complete.
    private static let goal = 0.5
    /// What is assumed of the hard iron before anything is known, µT an axis: where progress begins.
    private static let beginning = 60.0
    /// The change of the hard iron, µT, from which on it is kept anew.
    private static let notable = 1.0

    private var record: CalibrationRecord?
    private var needSince: Double?
    private var hasAsked = false
    private var run: Run?

    private struct Run: Sendable {
        var before: HardIronCalibration
        var progress = 0.0
        var told = 0
    }

    init(record: CalibrationRecord?) {
        self.record = record
    }

    /// Takes in what a calibration has come to with a sample, at a time of the monotonic clock.
    mutating func add(_ calibration: HardIronCalibration, at now: Double, _ output: inout FusionOutput) {
        if run != nil { follow(calibration, &output) }
        guard calibration.needsMotion else {
            if hasAsked { output.notes.append("the compass is calibrated: no more turning is needed") }
            needSince = nil
            hasAsked = false
            return
        }
        let since = needSince ?? now
        needSince = since
        guard !hasAsked, now - since >= Self.patience else { return }
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

    mutating func forget() {
        run = nil
        record = nil
        needSince = nil
        hasAsked = false
    }

    func status(of calibration: HardIronCalibration, at now: Double) -> CalibrationStatus {
        let best = calibration.best
        let isKnown = best?.isCalibrated == true
        return CalibrationStatus(
            state: calibration.agrees ? .confirmed : isKnown ? .calibrated : .uncalibrated,
            needsMotion: calibration.needsMotion,
            method: best?.method.rawValue,
            x: best?.offset.x,
            y: best?.offset.y,
            z: best?.offset.z,
            uncertainty: best?.uncertainty,
            delay: calibration.delay,
            jumps: calibration.jumps,
            age: record.map { max(0, now - $0.time) },
            progress: run?.progress
        )
    }

    /// A record where the hard iron is known and differs from what is kept.
    mutating func recordToKeep(of calibration: HardIronCalibration, time: Double) -> CalibrationRecord? {
        guard run == nil, !calibration.agrees, let best = calibration.best, best.uncertainty <= Self.goal
        else {
            return nil
        }
        if let record, (record.iron - best.offset).length < Self.notable { return nil }
        let (iron, error) = (best.offset, best.uncertainty)
        let new = CalibrationRecord(time: time, x: iron.x, y: iron.y, z: iron.z, uncertainty: error)
        record = new
        return new
    }

    private mutating func follow(_ calibration: HardIronCalibration, _ output: inout FusionOutput) {
        guard let uncertainty = calibration.best?.uncertainty else { return }
        let share = log(Self.beginning / max(uncertainty, Self.goal)) / log(Self.beginning / Self.goal)
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
