internal import Messages
internal import NMEA

/// Lets one fix of each epoch through when a receiver tells it in two protocols.
///
/// UBX wins: its accuracies are the receiver's own, its digits are more, and it says whether the fix is one. Sentences take
/// over when no solution has come for three of its intervals, two seconds at least.
struct Arbiter: Sendable {
    /// How long a sky of UBX stands for those of sentences, seconds.
    private static let skyLifetime = 15.0
    /// Times of one epoch are rounded to hundredths in sentences.
    private static let sameEpoch = 0.0055

    private var solution: Double?
    private var interval = 1.0
    private var sentence: Double?
    private var sky: Double?
    private(set) var duplicates = 0

    /// Takes the time of a solution of UBX as it comes, whether it is a fix or not.
    mutating func note(_ time: Double) {
        if let solution, time > solution { interval = min(time - solution, 10) }
        solution = time
    }

    /// Whether an event made of sentences goes out.
    mutating func letsSentences(_ event: NMEADecoder.Event) -> Bool {
        switch event {
        case .fix(let fix):
            if let solution, abs(fix.time - solution) < max(2, 3 * interval) {
                duplicates += 1
                return false
            }
            sentence = fix.time
        case .sky(let view):
            if let sky, abs(view.time - sky) < Self.skyLifetime { return false }
        case .heading: break
        }
        return true
    }

    /// Whether an event made of frames goes out.
    mutating func letsFrames(_ event: NMEADecoder.Event) -> Bool {
        switch event {
        case .fix(let fix):
            if let sentence, abs(fix.time - sentence) <= Self.sameEpoch {
                duplicates += 1
                return false
            }
        case .sky(let view): sky = view.time
        case .heading: break
        }
        return true
    }
}
