/// A key of the terminal.
enum Key: Equatable, Sendable {
    /// A character that one can see, or a space.
    case character(Character)
    case enter
    case escape
    case backspace
}

/// Makes keys of the bytes that a terminal sends.
struct KeyReader: Equatable, Sendable {
    /// The bytes of a character that is not complete yet.
    private var pending: [UInt8] = []

    /// Takes in what was typed, and returns the keys; arrows, function keys and control characters are none.
    mutating func take(_ bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        var rest = (pending + bytes)[...]
        pending = []
        while let byte = rest.first {
            switch byte {
            case 0x1B:
                rest = rest.dropFirst()
                // A terminal sends what is one key at once: an escape alone is the key of that name.
                if let next = rest.first, next == UInt8(ascii: "[") || next == UInt8(ascii: "O") {
                    rest = Self.afterSequence(rest)
                } else {
                    keys.append(.escape)
                }
            case 0x0A, 0x0D:
                keys.append(.enter)
                rest = rest.dropFirst()
            case 0x08, 0x7F:
                keys.append(.backspace)
                rest = rest.dropFirst()
            case 0..<0x20: rest = rest.dropFirst()
            default:
                let length = Self.length(of: byte)
                guard rest.count >= length else {
                    pending = Array(rest)
                    return keys
                }
                if let text = String(validating: rest.prefix(length), as: UTF8.self),
                    let character = text.first
                {
                    keys.append(.character(character))
                    rest = rest.dropFirst(length)
                } else {
                    rest = rest.dropFirst()
                }
            }
        }
        return keys
    }

    /// How many bytes the UTF-8 of a character has that begins with one.
    private static func length(of first: UInt8) -> Int {
        switch first {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0...0xF7: 4
        default: 1
        }
    }

    /// What follows a control sequence, ECMA-48, section 5.4, of which the escape has been taken off.
    private static func afterSequence(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isControl = bytes.first == UInt8(ascii: "[")
        var rest = bytes.dropFirst()
        while isControl, let byte = rest.first, byte < 0x40 { rest = rest.dropFirst() }
        return rest.dropFirst()
    }
}
