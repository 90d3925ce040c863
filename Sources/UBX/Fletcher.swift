/// The checksum of UBX: Fletcher's of 8 bits (RFC 1145), over class, identifier, length and payload.
public enum Fletcher {
    /// The two bytes of a range's checksum.
    public static func checksum(_ bytes: Span<UInt8>, in range: Range<Int>) -> (a: UInt8, b: UInt8) {
        var a: UInt8 = 0
        var b: UInt8 = 0
        for index in range {
            a &+= bytes[index]
            b &+= a
        }
        return (a, b)
    }

    /// Whether a whole frame ends with the right checksum.
    public static func isRight(_ bytes: Span<UInt8>, frame: Range<Int>) -> Bool {
        guard frame.count >= FrameHeader.overhead else { return false }
        let end = frame.upperBound - 2
        let sum = checksum(bytes, in: frame.lowerBound + 2..<end)
        return sum.a == bytes[end] && sum.b == bytes[end + 1]
    }
}
