extension StringProtocol {
    /// The text on one line, for a terminal: without characters that move its cursor, give it orders, or turn the
    /// direction of writing.
    ///
    /// Controls and the separators of lines are blanks; of invisible formats only the one stays that joins emoji.
    public var onOneLine: String {
        guard utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return String(self) }
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let shown = scalar.onOneLine { line.append(shown) }
        }
        return String(line)
    }
}

extension Unicode.Scalar {
    /// What stands for the character in ``Swift/StringProtocol/onOneLine``: itself, a blank, or nothing.
    public var onOneLine: Unicode.Scalar? {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: " "
        case .format where self != "\u{200D}": nil
        default: self
        }
    }
}

extension String {
    /// JSON with those characters escaped that JSON allows and that a terminal takes for orders, or a reader of lines for
    /// their end: it says the same.
    ///
    /// They are U+007F to U+009F, the separators U+2028 and U+2029, what turns the direction of writing, and U+FEFF.
    public var escapedJSON: String {
        guard unicodeScalars.contains(where: Self.isOrder) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            let digits = String(scalar.value, radix: 16)
            if Self.isOrder(scalar) {
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private static func isOrder(_ scalar: Unicode.Scalar) -> Bool {
        0x7F...0x9F ~= scalar.value || 0x2028...0x202E ~= scalar.value || 0x2066...0x2069 ~= scalar.value
            || scalar.value == 0xFEFF
    }
}
