/// A place in a receiver's cycle: the how-manieth sentence of a type in an epoch.
struct CycleKey: Equatable, Sendable {
    var type: SentenceType
    var occurrence: UInt8
}

/// Learns which message ends a receiver's epochs, so that a fix need not wait for the next one.
///
/// After three epochs in a row that ended with the same message that one is taken for the end. When more comes of
/// an epoch that was taken for complete, the next proof needs four times as many: a receiver that sends GSA with every
/// fifth epoch is not believed a second time.
package struct CycleLearner<Key: Equatable & Sendable>: Sendable {
    private var candidate: Key?
    private var streak = 0
    private var needed = 3
    /// Whether the end was told from the silence behind it and not from the message that followed.
    package private(set) var isBySilence = false

    package init() {}

    /// Whether an epoch is complete with this message.
    package func isEnd(_ key: Key) -> Bool { streak >= needed && candidate == key }

    /// Learns how an epoch ended that was closed by the next epoch or by silence.
    package mutating func learn(_ key: Key?, bySilence: Bool) {
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
    package mutating func wasWrong() {
        streak = 0
        candidate = nil
        needed = min(needed * 4, 100_000)
    }
}
