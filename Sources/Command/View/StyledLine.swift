/// A line of the terminal view, in pieces that look different.
struct StyledLine: Sendable, Equatable {
    /// How a piece of a line looks.
    enum Style: String, Sendable {
        case plain = ""
        case bold = "1"
        case dim = "2"
        case good = "32"
        case warning = "33"
        case bad = "1;31"
    }

    /// A piece of a line.
    struct Piece: Sendable, Equatable {
        var text: String
        var style: Style
    }

    private(set) var pieces: [Piece] = []

    init(_ text: String = "", _ style: Style = .plain) {
        append(text, style)
    }

    mutating func append(_ text: String, _ style: Style = .plain) {
        if !text.isEmpty { pieces.append(Piece(text: text, style: style)) }
    }

    mutating func append(_ line: StyledLine) { pieces += line.pieces }

    /// Fills up with spaces to a number of columns.
    mutating func pad(to columns: Int) {
        append(String(repeating: " ", count: max(0, columns - width)))
    }

    /// The columns that it takes.
    var width: Int { pieces.reduce(0) { $0 + TerminalText.width(of: $1.text) } }

    /// The line without looks.
    var text: String { pieces.map(\.text).joined() }

    /// The line cut to a number of columns, with a mark at the end where something is missing.
    func cut(to columns: Int, mark: String) -> StyledLine {
        guard width > columns else { return self }
        guard columns > TerminalText.width(of: mark) else {
            return StyledLine(TerminalText.prefix(of: text, columns: max(0, columns)))
        }
        var left = columns - TerminalText.width(of: mark)
        var line = StyledLine()
        for piece in pieces where left > 0 {
            let text = TerminalText.prefix(of: piece.text, columns: left)
            line.append(text, piece.style)
            // A piece that was cut is the last one, even where a wide character left a column free.
            left = text == piece.text ? left - TerminalText.width(of: text) : 0
        }
        line.append(mark)
        return line
    }

    /// The line with each piece of text replaced.
    func mapText(_ transform: (String) -> String) -> StyledLine {
        var line = StyledLine()
        for piece in pieces { line.append(transform(piece.text), piece.style) }
        return line
    }

    /// The line for a terminal that understands ECMA-48 (ANSI) sequences.
    func sequences(color: Bool) -> String {
        guard color else { return text }
        return pieces.map { piece in
            piece.style == .plain ? piece.text : "\u{1B}[\(piece.style.rawValue)m\(piece.text)\u{1B}[0m"
        }.joined()
    }
}
