extension Stamp {
    /// Appends the 32 bytes of the stamp to a buffer.
    public func encode(into buffer: inout [UInt8]) {
        let tail =
            UInt64(flags.rawValue) | UInt64(Self.size) << 32
            | UInt64(Self.version) << 48 | UInt64(encoding.rawValue) << 56
        let words: InlineArray<4, UInt64> = [
            publisher.littleEndian, sequence.littleEndian, UInt64(bitPattern: published).littleEndian,
            tail.littleEndian,
        ]
        // Sound: the words are read as the bytes that they are.
        unsafe words.span.withUnsafeBytes { unsafe buffer.append(contentsOf: $0) }
    }

    /// Reads the stamp at the start of some bytes.
    ///
    /// Bytes of a longer stamp beyond the 32 known ones are ignored.
    /// - Throws: that it is cut off, of another version, or of an impossible length.
    public init(decoding bytes: Span<UInt8>) throws(WireError) {
        var length = 0
        self = try Self.read(bytes, at: 0, length: &length)
    }

    /// Reads the stamp at a position and says where the payload starts after it.
    static func read(_ bytes: Span<UInt8>, at start: Int, length: inout Int) throws(WireError) -> Stamp {
        let left = bytes.count - start
        guard left >= size else { throw .truncatedStamp(bytes: left) }
        // Flags, length, version and encoding are one word.
        let tail = word(bytes, at: start + Offset.flags)
        // The version first: of another one, nothing else is known.
        let version = UInt8(truncatingIfNeeded: tail >> 48)
        guard version == Self.version else { throw .version(version) }
        length = Int(tail >> 32 & 0xFFFF)
        guard length >= size else { throw .shortStamp(length: length) }
        guard length <= left else { throw .longStamp(length: length, bytes: left) }
        return Stamp(
            publisher: word(bytes, at: start + Offset.publisher),
            sequence: word(bytes, at: start + Offset.sequence),
            published: Int64(bitPattern: word(bytes, at: start + Offset.published)),
            flags: Flags(rawValue: UInt32(truncatingIfNeeded: tail)),
            encoding: Encoding(rawValue: UInt8(truncatingIfNeeded: tail >> 56))
        )
    }

    /// Loads eight bytes; the caller has made sure that they are there, and the load checks it again.
    private static func word(_ bytes: Span<UInt8>, at offset: Int) -> UInt64 {
        let bytes = unsafe bytes.bytes
        return UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
