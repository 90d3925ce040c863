internal import Binnacle
internal import Navigation

extension FusionEngine {
    /// What is known of the calibration now.
    func calibrationStatus(at now: Double) -> CalibrationStatus {
        calibration.status(of: estimator.calibration, at: now)
    }

    /// Forgets what was learnt of the iron.
    mutating func resetCalibration() {
        calibration.forget()
        estimator.recalibrate()
    }

    /// Starts a guided run: the iron is learnt anew, to a better accuracy than by the way.
    mutating func startCalibration() {
        calibration.startRun(from: estimator.calibration)
        estimator.recalibrate()
    }

    /// Ends a guided run; before it has come to its end, what was known before is back in force.
    mutating func stopCalibration() {
        if let before = calibration.stopRun() { estimator.recalibrate(from: before) }
    }

    /// What is to be kept for the next run, when it has changed; the time is that of the machine's clock.
    mutating func calibrationToKeep(time: Double) -> CalibrationStore? {
        calibration.storeToKeep(of: estimator.calibration, time: time)
    }
}
