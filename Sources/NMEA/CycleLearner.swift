/// A place in a receiver's cycle: the how-manieth sentence of a type in an epoch.
struct CycleKey: Equatable, Sendable {
    var type: SentenceType
    var occurrence: UInt8
}

/// Learns which sentence ends a receiver's epochs, so that a fix need not wait for the next one.
///
/// After three epochs in a row that ended with the same sentence that one is taken for the end. When more comes of
/// an epoch that was taken for complete, the next proof needs four times as many: a receiver that sends GSA with every
/// fifth epoch is not believed a second time.
struct CycleLearner: Sendable {
    private var candidate: CycleKey?
    private var streak = 0
    private var needed = 3
    /// Whether the end was told from the silence behind it and not from the sentence that followed.
    private(set) var isBySilence = false

    /// Whether an epoch is complete with this sentence.
    func isEnd(_ key: CycleKey) -> Bool { streak >= needed && candidate == key }

    /// Learns how an epoch ended that was closed by the next epoch or by silence.
    mutating func learn(_ key: CycleKey?, bySilence: Bool) {
        guard let key else { return }
        if candidate == key {
            streak = min(streak + 1, 1_000_000)
        } else {
            candidate = key
            streak = 1
        }
        isBySilence = bySilence
    }

    /// Unlearns: there was more behind the end.
    mutating func wasWrong() {
        streak = 0
        candidate = nil
        needed = min(needed * 4, 100_000)
    }
}
