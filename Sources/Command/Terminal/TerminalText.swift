/// Text as a terminal shows it: in columns.
enum TerminalText {
    /// The columns that a text takes.
    static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

    /// As much of the beginning as fits into a number of columns.
    static func prefix(of text: String, columns: Int) -> String {
        var left = columns
        return String(
            text.prefix { character in
                left -= width(of: character)
                return left >= 0
            }
        )
    }

    /// The text in ASCII, for a terminal whose encoding is not known to be UTF-8.
    static func ascii(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var result = ""
        for character in text {
            switch character {
            case "°": result += " deg"
            case "±": result += "+-"
            case "…": result += "..."
            case "·": result += "-"
            case "µ", "μ": result += "u"
            case "–", "—", "−": result += "-"
            default: result += character.isASCII ? String(character) : "?"
            }
        }
        return result
    }

    private static func width(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        if scalar.isASCII { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        let emoji =
            scalar.properties.isEmojiPresentation
            || character.unicodeScalars.contains("\u{FE0F}")
        return emoji || isWide(scalar.value) ? 2 : 1
    }

    /// The blocks that Unicode Standard Annex 11 calls wide or fullwidth, emoji aside.
    private static func isWide(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18AFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
