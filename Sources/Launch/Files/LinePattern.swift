/// A text to be found in a line; `*` stands for anything between.
public struct LinePattern: Hashable, Sendable, CustomStringConvertible {
    /// The pattern as it is written.
    public let description: String
    private let pieces: [[UInt8]]

    /// Reads a pattern.
    ///
    /// - Returns: nil when nothing but asterisks is in it.
    public init?(_ text: String) {
        description = text
        pieces = text.utf8.split(separator: UInt8(ascii: "*")).map(Array.init)
        if pieces.isEmpty { return nil }
    }

    /// Whether it is found in a line.
    public func matches(_ line: [UInt8]) -> Bool {
        var rest = line[...]
        for piece in pieces {
            guard let end = Self.end(of: piece, in: rest) else { return false }
            rest = rest[end...]
        }
        return true
    }

    /// Where the first occurrence of some bytes ends.
    private static func end(of piece: [UInt8], in line: ArraySlice<UInt8>) -> Int? {
        guard line.count >= piece.count else { return nil }
        for start in line.startIndex...(line.endIndex - piece.count)
        where line[start..<(start + piece.count)].elementsEqual(piece) {
            return start + piece.count
        }
        return nil
    }
}
