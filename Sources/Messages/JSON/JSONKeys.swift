/// The keys of a JSON object, in the order in which they are usually written.
///
/// A reader that meets them in this order recognises each with one or two comparisons of words. A
/// decoder takes the list into a constant of its own before it reads: a static one is looked up at each use.
struct JSONKeys<Key: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
    /// A key with the quotation mark that closes it, in words as a little-endian machine loads them.
    struct Entry: Sendable {
        let key: Key
        let length: Int
        var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
        var masks: (UInt64, UInt64, UInt64) = (0, 0, 0)

        init(_ key: Key) {
            self.key = key
            length = key.rawValue.utf8.count
            for (index, byte) in key.rawValue.utf8.enumerated() { set(byte, at: index) }
            set(.quote, at: length)
        }

        private mutating func set(_ byte: UInt8, at index: Int) {
            let (value, mask) = (UInt64(byte) << UInt64(index % 8 * 8), UInt64(0xFF) << UInt64(index % 8 * 8))
            switch index / 8 {
            case 0: (words.0, masks.0) = (words.0 | value, masks.0 | mask)
            case 1: (words.1, masks.1) = (words.1 | value, masks.1 | mask)
            default: (words.2, masks.2) = (words.2 | value, masks.2 | mask)
            }
        }
    }

    let entries: [Entry]

    /// Lists the cases of the enumeration, whose names have at most 23 ASCII bytes and need no escape.
    init() {
        entries = Key.allCases.map(Entry.init)
        precondition(entries.allSatisfy { $0.length <= 23 }, "a key of a kind has at most 23 bytes")
    }

    /// Returns the index of the key that stands, with its closing quotation mark, at a position.
    @inline(__always)
    func match(_ input: Span<UInt8>, at position: Int, from hint: Int) -> Int? {
        let (first, second, third) = Self.words(of: input, at: position)
        var index = hint
        for _ in entries.indices {
            if index >= entries.count { index = 0 }
            let entry = entries[index]
            if first & entry.masks.0 == entry.words.0, second & entry.masks.1 == entry.words.1,
                third & entry.masks.2 == entry.words.2
            {
                return index
            }
            index &+= 1
        }
        return nil
    }

    /// Returns the index of a key that had to be unescaped first.
    func match(_ name: String) -> Int? {
        entries.firstIndex { $0.key.rawValue == name }
    }

    @inline(__always)
    private static func words(of input: Span<UInt8>, at position: Int) -> (UInt64, UInt64, UInt64) {
        guard position &+ 24 <= input.count else {
            return (
                lastWord(of: input, at: position), lastWord(of: input, at: position + 8),
                lastWord(of: input, at: position + 16)
            )
        }
        let bytes = unsafe input.bytes
        // Sound: the 24 bytes are inside the span, and any bits are a UInt64.
        let first = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
        let second = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position &+ 8, as: UInt64.self)
        let third = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position &+ 16, as: UInt64.self)
        return (UInt64(littleEndian: first), UInt64(littleEndian: second), UInt64(littleEndian: third))
    }

    /// The word at a position near the end, with zeros for what is beyond it.
    private static func lastWord(of input: Span<UInt8>, at position: Int) -> UInt64 {
        let left = input.count - position
        guard left > 0 else { return 0 }
        guard input.count >= 8 else {
            return (position..<input.count).reversed().reduce(0) { $0 << 8 | UInt64(input[$1]) }
        }
        let start = min(position, input.count - 8)
        // Sound: the eight bytes are inside the span, and any bits are a UInt64.
        let word = unsafe input.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
        return UInt64(littleEndian: word) >> UInt64((position - start) * 8)
    }
}
