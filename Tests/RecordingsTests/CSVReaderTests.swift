import Testing

@testable import Recordings

@Suite("CSV reader", .timeLimit(.minutes(1)))
struct CSVReaderTests {
    private func rows(_ text: String, chunk: Int = .max) throws -> [[String?]] {
        var reader = CSVReader()
        var rows: [[String?]] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try reader.read(Array(rest.prefix(chunk)).span) { row in
                rows.append((0..<row.count).map { row[$0] })
            }
            rest = rest.dropFirst(chunk)
        }
        try reader.finish { row in rows.append((0..<row.count).map { row[$0] }) }
        return rows
    }

    @Test("Every split of a file gives the same rows", arguments: 1...12)
    func splits(chunk: Int) throws {
        let text =
            "\u{FEFF}a,\"b,\"\"c\"\"\"\r\n# a comment, with commas\r\n\r\n 1 ,,\"x\r\ny\"\r\nlast,\"\",é"
        let expected: [[String?]] = [["a", "b,\"c\""], ["1", nil, "x\ny"], ["last", nil, "é"]]
        #expect(try rows(text, chunk: chunk) == expected)
    }

    @Test("LF, CR LF and CR end a line alike", arguments: ["\n", "\r\n", "\r"])
    func lineEnds(end: String) throws {
        #expect(try rows("a,b\(end)1,2\(end)") == [["a", "b"], ["1", "2"]])
    }

    @Test("A row knows the line that it began on")
    func lines() throws {
        var reader = CSVReader()
        var lines: [Int] = []
        let text = "a\r\n\r\n\"two\nlines\"\n#\nb\n"
        try reader.read(Array(text.utf8).span) { lines.append($0.line) }
        #expect(lines == [1, 3, 6])
    }

    @Test("A comma at the end of a line makes a last empty cell")
    func trailingComma() throws {
        #expect(try rows("a,\n,\n") == [["a", nil], [nil, nil]])
    }

    @Test(
        "What is no CSV is an error that names the line",
        arguments: [
            ("a\n\"b\nc", "line 2: a quote is opened and never closed"),
            ("a\nb\"c\n", "line 2: a quote stands inside a cell that is not quoted"),
            ("\"a\"b\n", "line 1: a closing quote is followed by more than a comma"),
            ("a\n\nb\u{0}\n", "line 3: byte 0 is no text: this is not a CSV file"),
            (
                String(repeating: "x", count: 70_000),
                "line 1: the row is longer than 65536 bytes: this is not a CSV file"
            ),
            (
                String(repeating: ",", count: 70_000),
                "line 1: the row is longer than 65536 bytes: this is not a CSV file"
            ),
        ]
    )
    func errors(text: String, problem: String) {
        let error = #expect(throws: RecordingError.self) { try rows(text) }
        #expect(error?.description == problem)
    }

    @Test("A cell that is not there is unknown, not a trap")
    func missingCell() throws {
        var reader = CSVReader()
        try reader.read(Array("a,b\n".utf8).span) { row in
            #expect(row[2] == nil)
            #expect(row[-1] == nil)
        }
    }
}
