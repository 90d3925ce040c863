/// Learns whether the sentences without a time, VTG and GSA, begin a receiver's epochs or end them.
///
/// Most receivers send them behind sentences with a time. Three things speak for the other order: that the stream begins with one,
/// that a live receiver's pause is in front of one, and that it agrees with the next epoch's own values (the motion of RMC,
/// the dilution of precision and the number of satellites of GGA) where it disagrees with those of the epoch before. The
/// opposites speak against, and so does a place between two sentences of one time.
struct CycleOrder: Sendable {
    /// What an epoch's timed sentences say of the same things themselves.
    struct Witness: Sendable {
        var motion: Motion?
        var hdop: Double?
        var satellites: Int?
    }

    /// What speaks for the beginning of an epoch; below 0, for its end.
    private var motions = 0
    private var uses = 0
    /// A seam whose second epoch is not complete yet, and the first epoch.
    private var open: (seam: EpochSeam, before: Witness)?

    /// What the stream began with.
    private var start: EpochSeam?

    private static let most = 6
    /// How far apart a dilution and the same one in tenths may be.
    private static let rounding = 0.051

    /// Whether a type begins the epochs.
    func leads(_ type: SentenceType) -> Bool { (type == .vtg ? motions : uses) > 0 }

    /// The stream began with something without a time, which is compared with the first epoch when that is complete.
    mutating func sawStart(with seam: EpochSeam) { start = seam }

    /// A type was in front of another sentence of its own epoch, and not of the next.
    mutating func sawInside(_ type: SentenceType) { weigh(type, -1) }

    /// A live receiver's pause was in front of a type, or behind it.
    mutating func sawPause(leading isLeading: Bool, _ type: SentenceType) { weigh(type, isLeading ? 4 : -4) }

    /// Remembers what was between two epochs until the second is complete.
    mutating func saw(_ seam: EpochSeam, behind epoch: Witness) { open = (seam, epoch) }

    /// Compares what was between two epochs with both.
    mutating func completed(_ epoch: Witness) {
        if let start { weigh(start: start, epoch) }
        start = nil
        if let open { weigh(open.seam, open.before, epoch) }
        open = nil
    }

    /// A stream that begins with what contradicts the first epoch begins in the middle of one.
    private mutating func weigh(start: EpochSeam, _ epoch: Witness) {
        for type in start.types {
            var isForeign = false
            if type == .vtg {
                if let motion = start.motion, let own = epoch.motion { isForeign = !motion.agrees(with: own) }
            } else if start.hasUse {
                if let hdop = start.use.hdop, let own = epoch.hdop {
                    isForeign = abs(hdop - own) > Self.rounding
                } else if let own = epoch.satellites {
                    isForeign = Self.told(start.use.used.count) != Self.told(own)
                }
            }
            weigh(type, isForeign ? -2 : 2)
        }
    }

    private mutating func weigh(_ seam: EpochSeam, _ before: Witness, _ epoch: Witness) {
        if let motion = seam.motion {
            weigh(.vtg, Self.verdict(motion, before.motion, epoch.motion, Self.agree, Self.disagree))
        }
        guard seam.hasUse else { return }
        let byDilution = Self.verdict(
            seam.use.hdop,
            before.hdop,
            epoch.hdop,
            { abs($0 - $1) < Self.rounding },
            { abs($0 - $1) > Self.rounding }
        )
        let byCount = Self.verdict(
            Self.told(seam.use.used.count),
            before.satellites.map(Self.told),
            epoch.satellites.map(Self.told),
            ==,
            !=
        )
        weigh(.gsa, byDilution != 0 ? byDilution : byCount)
    }

    /// How many of so many satellites are counted: GGA of NMEA 0183 2.3 goes up to 12.
    private static func told(_ count: Int) -> Int { min(count, 12) }

    private mutating func weigh(_ type: SentenceType, _ weight: Int) {
        if type == .vtg {
            motions = max(-Self.most, min(Self.most, motions + weight))
        } else {
            uses = max(-Self.most, min(Self.most, uses + weight))
        }
    }

    /// 1 when something is like what comes behind and unlike what was before, −1 when it is the other way, else 0.
    private static func verdict<Value>(
        _ value: Value?,
        _ before: Value?,
        _ behind: Value?,
        _ agree: (Value, Value) -> Bool,
        _ disagree: (Value, Value) -> Bool
    ) -> Int {
        guard let value, let before, let behind else { return 0 }
        if agree(value, behind), disagree(value, before) { return 1 }
        if agree(value, before), disagree(value, behind) { return -1 }
        return 0
    }

    private static func agree(_ one: Motion, _ other: Motion) -> Bool {
        one.agrees(with: other) && one.speed != nil && other.speed != nil
    }

    private static func disagree(_ one: Motion, _ other: Motion) -> Bool { !one.agrees(with: other) }
}
