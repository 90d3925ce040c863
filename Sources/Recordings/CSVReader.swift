/// Splits the bytes of a CSV file into rows, RFC 4180, as they come.
///
/// A cell may be quoted and then holds commas, line ends and doubled quotes. Lines end with LF, CR LF or CR. A byte order
/// mark, empty lines and lines that begin with `#` are passed over. No more than one row is held, of ``longestRow`` bytes
/// at most.
public struct CSVReader: Sendable {
    /// The most bytes that the cells of a row may have together; what is longer is no table.
    public static let longestRow = 65536

    private enum State {
        case rowStart, cellStart, plain, quoted, quoteInQuoted, comment
    }

    private var state = State.rowStart
    private var row = CSVRow(line: 1)
    private var line = 1
    private var afterCarriageReturn = false
    private var marks: ByteOrderMark = .expected(0)

    /// Creates a reader at the beginning of a file.
    public init() {}

    /// Reads the next bytes and hands over each row that they complete.
    ///
    /// - Throws: the line of a stray quote, a control character or a row without end, or what `body` throws.
    public mutating func read(
        _ bytes: Span<UInt8>,
        _ body: (CSVRow) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        for index in bytes.indices where !marks.covers(bytes[index]) {
            try take(bytes[index], body)
        }
    }

    /// Hands over the last row, if no line end followed it.
    ///
    /// - Throws: the line of a quote that is never closed, or what `body` throws.
    public mutating func finish(_ body: (CSVRow) throws(RecordingError) -> Void) throws(RecordingError) {
        switch state {
        case .rowStart, .comment: break
        case .quoted: throw RecordingError(line: row.line, problem: "a quote is opened and never closed")
        case .cellStart, .plain, .quoteInQuoted: try endRow(body)
        }
        state = .rowStart
    }

    private mutating func take(
        _ byte: UInt8,
        _ body: (CSVRow) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        if afterCarriageReturn {
            afterCarriageReturn = false
            if byte == lineFeed { return }
        }
        switch byte {
        case lineFeed, carriageReturn:
            // A line end inside quotes is kept as one line feed, however it was written.
            afterCarriageReturn = byte == carriageReturn
            line += 1
            if state == .quoted { try append(lineFeed) } else { try endLine(body) }
        case 0..<0x20 where byte != tab, 0x7F:
            throw RecordingError(line: line, problem: "byte \(byte) is no text: this is not a CSV file")
        default:
            try takeText(byte)
        }
    }

    private mutating func takeText(_ byte: UInt8) throws(RecordingError) {
        switch (state, byte) {
        case (.comment, _): break
        case (.rowStart, UInt8(ascii: "#")): state = .comment
        case (.rowStart, quote), (.cellStart, quote):
            beginIfNeeded()
            state = .quoted
        case (.quoted, quote): state = .quoteInQuoted
        case (.quoted, _): try append(byte)
        case (.quoteInQuoted, quote):
            state = .quoted
            try append(quote)
        case (_, comma):
            beginIfNeeded()
            row.ends.append(row.bytes.count)
            state = .cellStart
            guard row.ends.count < Self.longestRow else { throw tooLong }
        case (.quoteInQuoted, UInt8(ascii: ";")): throw .separated(by: "semicolons", line: line)
        case (.quoteInQuoted, tab): throw .separated(by: "tabs", line: line)
        case (.quoteInQuoted, _):
            throw RecordingError(line: line, problem: "a closing quote is followed by more than a comma")
        case (.plain, quote):
            throw RecordingError(line: line, problem: "a quote stands inside a cell that is not quoted")
        case (.rowStart, _), (.cellStart, _), (.plain, _):
            beginIfNeeded()
            state = .plain
            try append(byte)
        }
    }

    private mutating func beginIfNeeded() {
        if state == .rowStart { row.begin(line: line) }
    }

    private mutating func append(_ byte: UInt8) throws(RecordingError) {
        guard row.bytes.count < Self.longestRow else { throw tooLong }
        row.bytes.append(byte)
    }

    private var tooLong: RecordingError {
        RecordingError(
            line: row.line,
            problem: "the row is longer than \(Self.longestRow) bytes: this is not a CSV file"
        )
    }

    private mutating func endLine(_ body: (CSVRow) throws(RecordingError) -> Void) throws(RecordingError) {
        if state != .rowStart && state != .comment { try endRow(body) }
        state = .rowStart
    }

    private mutating func endRow(_ body: (CSVRow) throws(RecordingError) -> Void) throws(RecordingError) {
        row.ends.append(row.bytes.count)
        state = .rowStart
        try body(row)
    }
}

/// The three bytes that some programs write in front of UTF-8.
private enum ByteOrderMark {
    case expected(Int)
    case past

    /// Whether the next byte is part of the mark.
    mutating func covers(_ byte: UInt8) -> Bool {
        guard case .expected(let position) = self else { return false }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        guard byte == mark[position] else {
            self = .past
            return false
        }
        self = position == 2 ? .past : .expected(position + 1)
        return true
    }
}

private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
private let tab = UInt8(ascii: "\t")
private let quote = UInt8(ascii: "\"")
private let comma = UInt8(ascii: ",")
