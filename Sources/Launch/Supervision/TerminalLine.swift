internal import Text

/// A node's line as a terminal may have it: of what it would obey, colours alone are left, and they end with the line.
struct TerminalLine {
    let bytes: [UInt8]

    /// Takes out of a line what a terminal would obey.
    ///
    /// - Parameters:
    ///   - line: what a node has written, without the end of the line.
    ///   - keepsColours: whether colours and the like stay (ECMA-48, SGR).
    init(_ line: [UInt8], keepsColours: Bool) {
        guard !line.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == 0x09 }) else {
            bytes = line
            return
        }
        let scalars = Array(String(decoding: line, as: UTF8.self).unicodeScalars)
        var shown = String.UnicodeScalarView()
        var isColoured = false
        var index = 0
        while index < scalars.count {
            if let end = Self.endOfColour(scalars, index) {
                if keepsColours { shown.append(contentsOf: scalars[index..<end]) }
                isColoured = keepsColours
                index = end
                continue
            }
            if scalars[index] == "\t" {
                shown.append("\t")
            } else if let scalar = scalars[index].onOneLine {
                shown.append(scalar)
            }
            index += 1
        }
        bytes = Array(String(shown).utf8) + (isColoured ? Array("\u{1B}[0m".utf8) : [])
    }

    /// Where `ESC [ numbers m` ends that begins at an index; `nil` where none does.
    private static func endOfColour(_ scalars: [Unicode.Scalar], _ start: Int) -> Int? {
        guard start + 2 < scalars.count, scalars[start] == "\u{1B}", scalars[start + 1] == "[" else {
            return nil
        }
        let end = scalars[(start + 2)...].firstIndex { !("0"..."9" ~= $0 || $0 == ";" || $0 == ":") }
        return end.flatMap { scalars[$0] == "m" ? $0 + 1 : nil }
    }
}
