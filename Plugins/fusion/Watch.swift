/// Notices when fixes or headings stay away, and says so once for each time.
///
/// Times are seconds of a monotonic clock but for those of measurements.
struct Watch: Sendable {
    enum Subject: Sendable {
        case fix
        case heading
    }

    private let patience: Double
    private var lastFix: Double
    private var lastValidHeading: Double
    private var lastHeading: (time: Double, arrival: Double)?
    private var why: String?
    private var hasSeenFix = false
    private var isFixMissing = false
    private var isHeadingMissing = false
    private var isSilent = false

    init(patience: Double, start: Double) {
        self.patience = patience
        lastFix = start
        lastValidHeading = start
    }

    /// Returns whether it ends a time without.
    mutating func sawFix(at now: Double) -> Bool {
        defer { isFixMissing = false }
        lastFix = now
        hasSeenFix = true
        return isFixMissing
    }

    /// Returns whether it ends a time without.
    mutating func sawHeading(isValid: Bool, why: String?, time: Double, at now: Double) -> Bool {
        if why != "no-field" {
            lastHeading = (time, now)
            isSilent = false
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
            guard !isFixMissing, now - lastFix > patience else { return false }
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
            hasSeenFix
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
        guard !isSilent, let lastHeading, now - lastHeading.arrival > silence else { return nil }
        isSilent = true
        return lastHeading.time + now - lastHeading.arrival
    }

    /// The present in the time of measurements, as far as headings tell it.
    func time(at now: Double) -> Double? {
        lastHeading.map { $0.time + now - $0.arrival }
    }
}
