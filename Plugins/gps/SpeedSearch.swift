/// Finds out at which speed and framing a receiver sends, by trying them until something with the right checksum comes.
///
/// A setting is given up after so many bytes without a message, or so long after the first byte; each round is more patient than
/// the one before, for receivers whose frames are long or whose pauses are. While nothing comes at all there is nothing to find out.
struct SpeedSearch {
    /// The speeds of receivers, the most frequent first.
    private static let common = [9600, 115_200, 4800, 38_400, 57_600, 230_400, 460_800, 921_600, 19_200]
    /// The framings of the rounds.
    private static let framings: [SerialSetting.Framing] = [.eightNone, .sevenEven, .eightNone, .sevenOdd]
    private static let bytesOfFirstRound = 300
    private static let secondsOfFirstRound = 1.25
    /// A port that was understood and is not any more, after so many bytes and seconds, is searched again.
    private static let bytesUntilDoubt = 4000
    private static let secondsUntilDoubt = 3.0

    /// The setting that is tried, or was found.
    private(set) var setting: SerialSetting
    /// Whether the receiver is understood.
    private(set) var isFound = false
    /// Whether every speed has been tried once without success.
    private(set) var isExhausted = false

    private let speeds: [Int]
    private let framing: SerialSetting.Framing?
    private var index = 0
    private var round = 0
    private var bytes = 0
    private var firstByte: Double?
    private var proofs: Int

    /// Begins a search.
    ///
    /// - Parameters:
    ///   - first: the setting to try first: what worked before, or what the port has.
    ///   - framing: the framing, where it is known.
    ///   - proofs: how many messages had been understood before.
    init(first: SerialSetting, framing: SerialSetting.Framing?, proofs: Int) {
        setting = SerialSetting(speed: first.speed, framing: framing ?? first.framing)
        self.framing = framing
        self.proofs = proofs
        speeds = [first.speed] + Self.common.filter { $0 != first.speed }
    }

    /// Takes what has come.
    ///
    /// - Parameters:
    ///   - count: how many bytes came, 0 for a silence.
    ///   - proofs: how many messages have been understood so far.
    ///   - now: the monotonic clock, seconds.
    /// - Returns: whether ``setting`` is a new one, which the port is to be set to.
    mutating func take(bytes count: Int, proofs: Int, at now: Double) -> Bool {
        bytes += count
        if firstByte == nil, count > 0 { firstByte = now }
        if proofs > self.proofs {
            self.proofs = proofs
            isFound = true
            isExhausted = false
            begin()
            return false
        }
        guard let firstByte else { return false }
        let elapsed = now - firstByte
        if isFound {
            guard bytes >= Self.bytesUntilDoubt, elapsed >= Self.secondsUntilDoubt else { return false }
            isFound = false
            round = 0
        } else {
            guard
                bytes >= Self.bytesOfFirstRound << (2 * min(round, 3))
                    || elapsed >= Self.secondsOfFirstRound * Double(1 << min(round, 2))
            else { return false }
        }
        advance()
        return true
    }

    private mutating func advance() {
        begin()
        index += 1
        if index == speeds.count {
            index = 0
            round += 1
            isExhausted = true
        }
        setting = SerialSetting(
            speed: speeds[index],
            framing: framing ?? Self.framings[round % Self.framings.count]
        )
    }

    private mutating func begin() {
        bytes = 0
        firstByte = nil
    }
}
