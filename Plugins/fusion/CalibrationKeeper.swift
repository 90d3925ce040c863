/// Writes what is to be kept of the calibrations, and tries again at a calm pace where that fails.
///
/// What cannot be written is said once, and that it is kept after all.
struct CalibrationKeeper: Sendable {
    /// A line for the log.
    struct Line: Hashable, Sendable {
        let isWarning: Bool
        let text: String
    }

    /// Seconds of a monotonic clock between two tries.
    static let pace = 10.0

    private let path: String
    private var pending: CalibrationStore?
    private var due = -Double.infinity
    private var hasComplained = false

    init(path: String) {
        self.path = path
    }

    /// Takes what is to be kept, where that has changed, and writes it when it is time; tells what is new.
    mutating func keep(_ store: CalibrationStore?, at now: Double) -> Line? {
        pending = store ?? pending
        guard let store = pending, now >= due else { return nil }
        do {
            try store.write(path)
        } catch {
            due = now + Self.pace
            guard !hasComplained else { return nil }
            hasComplained = true
            return Line(
                isWarning: true,
                text: "the calibration is not kept: \(error); that is tried again each \(Int(Self.pace)) s"
            )
        }
        pending = nil
        due = -.infinity
        guard hasComplained else { return nil }
        hasComplained = false
        return Line(isWarning: false, text: "the calibration is kept in \(path) after all")
    }
}
