internal import UBX

/// Checksums of frames that may overlap, in a time that goes with the bytes and not with what the frames claim to hold.
///
/// In garbage a frame of a thousand bytes may seem to begin at every third. Both checksums of a range follow from the running
/// sums at its two ends, so that each byte is summed once. As long as every frame is right none is kept.
struct RunningChecksums {
    /// How far the sums may reach behind before they begin anew, bytes: four of the longest frames.
    private static let reach = 32_768

    /// x to the power of 8n modulo the polynomial of RTCM's checksum: what n bytes more multiply it by.
    private static let powers: [UInt32] = {
        var powers: [UInt32] = [1]
        for _ in 0..<1026 { powers.append(CRC24Q.appending(0, to: powers[powers.count - 1])) }
        return powers
    }()

    /// How many bytes have been summed since sums are kept.
    private(set) var summed = 0
    private var isNeeded = false
    private var corrections = Sums<UInt32>()
    private var frames = Sums<UInt8>()
    /// Sums of the sums in ``frames``.
    private var framesTwice: [UInt8] = []

    private struct Sums<Sum: FixedWidthInteger> {
        /// Where they begin.
        var base = 0
        /// Of the bytes from there up to each place, the one of none first.
        var values: [Sum] = []

        /// Whether a range can be summed by going on.
        func reaches(_ range: Range<Int>) -> Bool {
            !values.isEmpty && range.lowerBound >= base && range.lowerBound < base + values.count
                && range.lowerBound - base <= RunningChecksums.reach
        }

        /// What of a range, which is reached, has not been summed yet.
        func rest(of range: Range<Int>) -> Range<Int> {
            let next = base + values.count - 1
            return next..<max(next, range.upperBound)
        }
    }

    /// Says that a frame was damaged: what follows its first byte is looked at again.
    mutating func sawDamage() { isNeeded = true }

    /// The checksum of RTCM 3 over a range of at most 1026 bytes.
    mutating func correction(_ bytes: Span<UInt8>, in range: Range<Int>) -> UInt32 {
        guard isNeeded else { return CRC24Q.checksum(bytes, in: range) }
        if !corrections.reaches(range) {
            corrections.base = range.lowerBound
            corrections.values.removeAll(keepingCapacity: true)
            corrections.values.append(0)
        }
        let base = corrections.base
        var sum = corrections.values[corrections.values.count - 1]
        for index in corrections.rest(of: range) {
            sum = CRC24Q.appending(bytes[index], to: sum)
            corrections.values.append(sum)
            summed &+= 1
        }
        let before = corrections.values[range.lowerBound - base]
        return corrections.values[range.upperBound - base]
            ^ CRC24Q.product(before, Self.powers[range.count])
    }

    /// The checksum of UBX over a range.
    mutating func frame(_ bytes: Span<UInt8>, in range: Range<Int>) -> (a: UInt8, b: UInt8) {
        guard isNeeded else { return Fletcher.checksum(bytes, in: range) }
        if !frames.reaches(range) {
            frames.base = range.lowerBound
            frames.values.removeAll(keepingCapacity: true)
            framesTwice.removeAll(keepingCapacity: true)
            frames.values.append(0)
            framesTwice.append(0)
        }
        let base = frames.base
        var sum = frames.values[frames.values.count - 1]
        var twice = framesTwice[framesTwice.count - 1]
        for index in frames.rest(of: range) {
            sum &+= bytes[index]
            twice &+= sum
            frames.values.append(sum)
            framesTwice.append(twice)
            summed &+= 1
        }
        let (start, end) = (range.lowerBound - base, range.upperBound - base)
        let before = frames.values[start]
        return (
            frames.values[end] &- before,
            framesTwice[end] &- framesTwice[start] &- UInt8(truncatingIfNeeded: range.count) &* before
        )
    }
}

extension CRC24Q {
    /// The product of two remainders.
    fileprivate static func product(_ left: UInt32, _ right: UInt32) -> UInt32 {
        var product: UInt32 = 0
        for bit in (0..<24).reversed() {
            product <<= 1
            if product & 0x100_0000 != 0 { product ^= polynomial }
            if right >> UInt32(bit) & 1 != 0 { product ^= left }
        }
        return product
    }
}
