/// Rows in columns for people, with a head.
struct Table {
    private let head: [String]
    private var rows: [[String]] = []

    init(_ head: String...) {
        self.head = head
    }

    mutating func add(_ cells: [String]) { rows.append(cells) }

    /// The lines, the columns two spaces apart; numbers stand to the right.
    var lines: [String] {
        let widths = head.indices.map { column in
            ([head] + rows).map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        let right = head.indices.map { column in
            !rows.isEmpty && rows.allSatisfy { column < $0.count && isNumber($0[column]) }
        }
        return ([head] + rows).map { cells in
            let padded = zip(cells, zip(widths, right)).map { cell, column in
                let space = String(repeating: " ", count: max(0, column.0 - cell.count))
                return column.1 ? space + cell : cell + space
            }
            let line = padded.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    private func isNumber(_ cell: String) -> Bool { cell == "-" || cell.first.map { $0.isNumber } ?? false }
}
