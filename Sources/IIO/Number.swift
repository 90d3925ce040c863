internal import Text

/// Numbers as the kernel writes them.
enum Number {
    /// A finite decimal number with blanks about it; `nil` for anything else.
    static func read(_ text: some StringProtocol) -> Double? {
        guard let value = Double(decimal: String(text).trimmingBlanks), value.isFinite else { return nil }
        return value
    }
}

extension String {
    /// Without the blanks and line ends about it.
    var trimmingBlanks: String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || 0x09...0x0D ~= byte }
        var bytes = Array(utf8)[...]
        bytes = bytes.drop(while: isBlank)
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
