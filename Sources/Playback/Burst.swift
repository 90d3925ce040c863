/// Counts messages in windows, and tells how fast each went by.
struct Burst: Sendable {
    /// How many messages are published before the readers may be asked to confirm.
    static let window = 64
    /// A window that takes less would soon fill a queue, nanoseconds.
    static let fast: Int64 = 50_000_000

    private var count = 0
    private var began: Int64 = 0

    /// Counts a message, and returns how many nanoseconds its window took if it is the last.
    mutating func add(at now: Int64) -> Int64? {
        if count == 0 { began = now }
        count += 1
        guard count == Self.window else { return nil }
        count = 0
        return now - began
    }
}
