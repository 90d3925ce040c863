/// The checksum of RTCM 3 frames (RTCM 10403.3, section 4.2): Qualcomm's of 24 bits, polynomial 0x1864CFB.
enum CRC24Q {
    static let polynomial: UInt32 = 0x186_4CFB

    private static let table: InlineArray<256, UInt32> = {
        var table = InlineArray<256, UInt32>(repeating: 0)
        for index in 0..<256 {
            var remainder = UInt32(index) << 16
            for _ in 0..<8 {
                remainder <<= 1
                if remainder & 0x100_0000 != 0 { remainder ^= polynomial }
            }
            table[index] = remainder
        }
        return table
    }()

    /// The checksum of a range of bytes, in the lower 24 bits.
    static func checksum(_ bytes: Span<UInt8>, in range: Range<Int>) -> UInt32 {
        var sum: UInt32 = 0
        for index in range { sum = appending(bytes[index], to: sum) }
        return sum
    }

    /// The checksum with one byte more.
    @inline(__always)
    static func appending(_ byte: UInt8, to sum: UInt32) -> UInt32 {
        (sum << 8) & 0xFF_FFFF ^ table[Int(UInt8(truncatingIfNeeded: sum >> 16) ^ byte)]
    }
}
