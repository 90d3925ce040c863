/// The sentences without a time, VTG and GSA, that have come since the last one with a time.
///
/// Whether they end the open epoch or begin the next is known when the next time comes: when it is that of the open epoch
/// they were of it, else their place in the receiver's cycle tells (``CycleOrder``).
struct EpochSeam: Sendable {
    /// What the last VTG said.
    private(set) var motion: Motion?
    /// A GSA has come that said something, and what all together said.
    private(set) var hasUse = false
    private(set) var use = SatelliteUse()
    /// How often each has come.
    private(set) var motions: UInt8 = 0
    private(set) var uses: UInt8 = 0
    private var last: SentenceType?

    private static let vtgLast = [SentenceType.gsa, .vtg]
    private static let gsaLast = [SentenceType.vtg, .gsa]
    /// All types that have no time.
    static var types: [SentenceType] { gsaLast }

    var isEmpty: Bool { last == nil }

    /// The types that have come, the one that came last behind.
    var types: ArraySlice<SentenceType> {
        let both = last == .vtg ? Self.vtgLast : Self.gsaLast
        if isEmpty { return [] }
        return motions == 0 || uses == 0 ? both[1...] : both[...]
    }

    /// How often a type has come.
    func occurrences(of type: SentenceType) -> UInt8 { type == .vtg ? motions : uses }

    mutating func take(_ sentence: borrowing SentenceFields, _ type: SentenceType) {
        last = type
        if type == .vtg {
            if motions < 255 { motions += 1 }
            if let said = sentence.motion { motion = said }
        } else {
            if uses < 255 { uses += 1 }
            if use.add(sentence) { hasUse = true }
        }
    }
}
