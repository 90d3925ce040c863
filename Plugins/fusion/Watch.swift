/// Notices when fixes or headings stay away, and says so once for each time.
///
/// Times are seconds of a monotonic clock but for those of measurements.
struct Watch: Sendable {
    enum Subject: Sendable {
        case fix
        case heading
    }

    private let patience: Double
    private var lastFix: (time: Double?, arrival: Double)
    private var lastValidHeading: Double
    private var lastHeading: (time: Double, arrival: Double)?
    private var why: String?
    private var isFixMissing = false
    private var isHeadingMissing = false
    private var isFixSilent = false
    private var isHeadingSilent = false

    init(patience: Double, start: Double) {
        self.patience = patience
        lastFix = (nil, start)
        lastValidHeading = start
    }

    /// Returns whether it ends a time without.
    mutating func sawFix(time: Double, at now: Double) -> Bool {
        defer { isFixMissing = false }
        lastFix = (time, now)
        isFixSilent = false
        return isFixMissing
    }

    /// Returns whether it ends a time without.
    mutating func sawHeading(isValid: Bool, why: String?, time: Double, at now: Double) -> Bool {
        if why != "no-field" {
            lastHeading = (time, now)
            isHeadingSilent = false
        }
        self.why = why
        guard isValid else { return false }
        defer { isHeadingMissing = false }
        lastValidHeading = now
        return isHeadingMissing
    }

    /// Whether something has been missing for too long, and that was not said yet.
    mutating func misses(_ subject: Subject, at now: Double) -> Bool {
        switch subject {
        case .fix:
            guard !isFixMissing, now - lastFix.arrival > patience else { return false }
            isFixMissing = true
        case .heading:
            // A rig without a compass misses none.
            guard !isHeadingMissing, lastHeading != nil, now - lastValidHeading > patience else {
                return false
            }
            isHeadingMissing = true
        }
        return true
    }

    func isMissing(_ subject: Subject) -> Bool {
        switch subject {
        case .fix: isFixMissing
        case .heading: isHeadingMissing
        }
    }

    func complaint(_ subject: Subject) -> String {
        switch subject {
        case .fix:
            lastFix.time != nil
                ? "no fix for \(patience) s: check the receiver and its view of the sky"
                : "no fix has come yet: check that a source of fixes runs"
        case .heading:
            "no valid heading for \(patience) s (\(why ?? "no-field")): "
                + (why == "uncalibrated"
                    ? "turn the device about" : "check the magnetometer and what is near it")
        }
    }

    /// The measured time at which headings stopped coming, told once, after so many seconds.
    mutating func silentHeading(at now: Double, after silence: Double) -> Double? {
        guard !isHeadingSilent, let lastHeading, now - lastHeading.arrival > silence else { return nil }
        isHeadingSilent = true
        return lastHeading.time + now - lastHeading.arrival
    }

    /// The measured time at which fixes stopped coming, told once, after so many seconds.
    mutating func silentFix(at now: Double, after silence: Double) -> Double? {
        guard !isFixSilent, let time = lastFix.time, now - lastFix.arrival > silence else { return nil }
        isFixSilent = true
        return time + now - lastFix.arrival
    }
}
