/// A row of a CSV file: its cells, without the quotes, and the line that it began on.
public struct CSVRow: Hashable, Sendable {
    /// The line that it began on, counted from 1.
    public internal(set) var line: Int
    /// The cells, one after the other.
    var bytes: [UInt8] = []
    /// For each cell, the offset in ``bytes`` behind its last byte.
    var ends: [Int] = []

    init(line: Int) {
        self.line = line
    }

    /// The number of cells.
    public var count: Int { ends.count }

    /// The text of a cell without blanks at its ends; `nil` if it is empty or the row has no such cell.
    public subscript(index: Int) -> String? {
        guard ends.indices.contains(index) else { return nil }
        var range = (index == 0 ? 0 : ends[index - 1])..<ends[index]
        while let first = range.first, isBlank(bytes[first]) { range = (first + 1)..<range.upperBound }
        while let last = range.last, isBlank(bytes[last]) { range = range.lowerBound..<last }
        return range.isEmpty ? nil : String(decoding: bytes[range], as: UTF8.self)
    }

    private func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// Makes it an empty row of another line.
    mutating func begin(line: Int) {
        self.line = line
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }
}
