extension Topic {
    /// Returns whether bytes are a topic, without the bar, at the price of looking at each once.
    public static func isValid(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count <= longest else { return false }
        var (segments, segmentStart) = (1, 0)
        for index in bytes.indices {
            if bytes[index] == .slash {
                guard index > segmentStart else { return false }
                segments &+= 1
                segmentStart = index &+ 1
            } else if !isAllowed(bytes[index]) {
                return false
            }
        }
        return segments >= 2 && segmentStart < bytes.count
    }

    /// Returns a hash of a topic's bytes that is the same in every process: FNV-1a of 64 bits.
    ///
    /// It saves making a `String` of every message's topic. Compare the bytes too: it is no defence
    /// against topics chosen to collide.
    public static func hash(of bytes: Span<UInt8>) -> UInt64 {
        var hash = hashSeed
        for index in bytes.indices { hash = Self.hash(hash, bytes[index]) }
        return hash
    }

    /// The hash of no bytes (Fowler, Noll, Vo, Eastlake, The FNV Non-Cryptographic Hash Algorithm, RFC 9923).
    static let hashSeed: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hash with one byte more.
    @inline(__always)
    static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    /// Returns whether bytes, without the bar, are this topic.
    public func equals(_ bytes: Span<UInt8>) -> Bool {
        description.utf8.span.elementsEqual(bytes)
    }
}

extension Span<UInt8> {
    /// Whether the bytes are the same as others.
    func elementsEqual(_ other: Span<UInt8>) -> Bool {
        count == other.count && starts(with: other)
    }

    /// Whether the bytes begin with others.
    func starts(with prefix: Span<UInt8>) -> Bool {
        guard count >= prefix.count else { return false }
        for index in prefix.indices where self[index] != prefix[index] { return false }
        return true
    }
}
