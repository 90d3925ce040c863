/// The rules for what a pin may be called.
enum Label {
    /// What a pin is called whose owner gave it no name.
    static let unnamed = "Over Here!"
    /// How many Unicode scalars a label may have.
    static let limit = 100

    /// The label as it is kept: one line, trimmed, safe to print in a terminal.
    ///
    /// White space inside, line ends too, becomes one space a run; control characters and the marks that turn the
    /// direction of text are left out. What then shows nothing becomes ``unnamed``.
    /// - Throws: when the label is longer than ``limit``.
    static func clean(_ text: String?) throws(PinError) -> String {
        var label = ""
        var isSpaceDue = false
        var count = 0
        for scalar in (text ?? "").unicodeScalars where !isUnsafe(scalar) {
            if scalar.properties.isWhitespace {
                isSpaceDue = count > 0
                continue
            }
            if isSpaceDue { label.unicodeScalars.append(" ") }
            label.unicodeScalars.append(scalar)
            count += isSpaceDue ? 2 : 1
            isSpaceDue = false
        }
        guard count <= limit else {
            throw PinError(.badRequest, "a label has at most \(limit) characters, this one has \(count)")
        }
        return label.unicodeScalars.contains(where: isVisible) ? label : unnamed
    }

    /// Whether a scalar could move the cursor, or make the text after it read otherwise than it is written.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: scalar.properties.generalCategory == .control && !scalar.properties.isWhitespace
        }
    }

    /// Whether a scalar, spaces aside, leaves a mark on the screen.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
    }
}
