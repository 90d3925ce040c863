extension StringProtocol {
    /// The text on one line, for a terminal: without characters that move its cursor, give it orders, or turn the
    /// direction of writing.
    ///
    /// Controls and the separators of lines are blanks; of invisible formats only the one stays that joins emoji.
    public var onOneLine: String {
        guard utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return String(self) }
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
            case .format where scalar != "\u{200D}": continue
            default: line.append(scalar)
            }
        }
        return String(line)
    }
}
