/// The newest lines of a node, for who asks for them later.
struct LineHistory {
    /// A line and its place among all that the node has written.
    struct Entry {
        let number: Int
        let isError: Bool
        let text: [UInt8]
    }

    /// The most lines that are kept.
    static let mostLines = 500
    /// The most bytes that are kept.
    static let mostBytes = 1 << 16

    private var entries: [Entry] = []
    private var bytes = 0
    /// The number of the next line.
    private(set) var next = 0

    mutating func add(_ line: ConsoleLine) {
        entries.append(Entry(number: next, isError: line.source == .error, text: line.text))
        next += 1
        bytes += line.text.count
        var excess = 0
        while entries.count - excess > Self.mostLines
            || (bytes > Self.mostBytes && entries.count - excess > 1)
        {
            bytes -= entries[excess].text.count
            excess += 1
        }
        entries.removeFirst(excess)
    }

    /// The lines from a number on, or the newest few.
    func lines(from number: Int?, newest count: Int) -> [Entry] {
        guard let number else { return Array(entries.suffix(count)) }
        return entries.filter { $0.number >= number }
    }
}
