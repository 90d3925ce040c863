/// The newest numbers of a row, as many as fit.
struct SampleWindow: Equatable, Sendable {
    private let limit: Int
    private var values: [Double] = []
    // Where the oldest one is, once the window is full.
    private var head = 0

    /// Creates an empty window for so many numbers, at least one.
    init(limit: Int) {
        self.limit = max(limit, 1)
    }

    /// Takes a number in, and lets go of the oldest one where there is no room.
    mutating func add(_ value: Double) {
        if values.count < limit {
            values.append(value)
        } else {
            values[head] = value
            head = (head + 1) % limit
        }
    }

    var count: Int { values.count }

    /// The number that has been there for longest.
    var oldest: Double? { values.isEmpty ? nil : values[head] }

    /// The number that came last.
    var newest: Double? { values.isEmpty ? nil : values[(head + values.count - 1) % values.count] }

    /// What the numbers say together; nothing while there are none.
    var summary: SampleSummary? { SampleSummary(values) }

    /// The sum of all but the oldest number.
    var sumAfterOldest: Double { values.indices.reduce(0) { $1 == head ? $0 : $0 + values[$1] } }
}
