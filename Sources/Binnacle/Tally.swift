/// What of a topic the bus has passed on, beside what has come and what is known to be lost, whoever published it.
///
/// Sequences show what is lost of publishers that are known. Of one of which nothing came, and that others have followed
/// since, the bus does not tell by name: but the messages are missing here.
struct Tally {
    private struct Base {
        let bus: UInt64
        let count: UInt64
    }

    private var base: Base?
    private var came = 0
    private var lost = 0

    /// Notes a message that came live, or the last value that it was found by.
    mutating func noteArrival() { came = came.adding(1) }

    /// Notes losses that the sequences show.
    mutating func note(lost count: Int) { lost = lost.adding(count) }

    /// Compares what has come with what the bus has passed on since the first time.
    ///
    /// Losses on the way to the bus are known by sequences too: then it finds too few, never too many.
    /// - Parameters:
    ///   - count: how many messages of the topic the bus has passed on since it knows it.
    ///   - bus: which start of the bus says so.
    /// - Returns: how many more are lost.
    mutating func audit(_ count: UInt64, of bus: UInt64) -> Int {
        guard let base, base.bus == bus, count >= base.count else {
            (base, came, lost) = (Base(bus: bus, count: count), 0, 0)
            return 0
        }
        let passed = Int(clamping: count - base.count)
        guard passed > came, passed - came > lost else { return 0 }
        let missing = passed - came - lost
        lost = lost.adding(missing)
        return missing
    }
}
