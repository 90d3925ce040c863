internal import Navigation

/// Tells each fault of a sensor once while it lasts, and once that all are sound again.
///
/// A fault is known by what it is and not by its words, and the sensors have to be sound for a while: the longer, the more often
/// the faults have come back.
struct FaultReport: Sendable {
    private var told: Set<SensorFault.Identity> = []
    private var soundSince: Double?
    private var patience = 10.0
    private static let longestPatience = 600.0

    /// Takes what is wrong at a time, and returns what is to be told of it.
    mutating func take(_ faults: [SensorFault], at now: Double) -> (news: [SensorFault], isSoundAgain: Bool) {
        guard faults.isEmpty else {
            soundSince = nil
            return (faults.filter { told.insert($0.identity).inserted }, false)
        }
        guard !told.isEmpty else { return ([], false) }
        let since = soundSince ?? now
        soundSince = since
        guard now - since >= patience else { return ([], false) }
        told = []
        patience = min(2 * patience, Self.longestPatience)
        return ([], true)
    }
}
