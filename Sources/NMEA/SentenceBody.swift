/// The plain characters of a sentence: everything between its start and its checksum.
///
/// They are two thirds of what a stream is read for, so they are taken eight at a time where nothing among them is special.
enum SentenceBody {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// Reads up to the first character that is not plain, and copies what it reads.
    ///
    /// - Parameters:
    ///   - bytes: no more than the sentence has room for.
    ///   - copy: where to, with room for eight bytes more than the longest sentence.
    ///   - starts: where fields begin.
    ///   - known: how many bytes of the sentence have been read before.
    ///   - count: how many fields have begun, carried on.
    ///   - sum: the exclusive or of its bytes, carried on.
    /// - Returns: how many bytes were read.
    static func read(
        _ bytes: Span<UInt8>,
        into copy: inout [UInt8],
        _ starts: inout [UInt16],
        known: Int,
        _ count: inout Int,
        _ sum: inout UInt8
    ) -> Int {
        var length = 0
        var sums: UInt64 = 0
        // What is changed in a loop is a variable of its own, which needs no memory.
        var fields = count
        do {
            var starts = starts.mutableSpan
            var copy = copy.mutableSpan
            while length < bytes.count {
                while length &+ 8 <= bytes.count {
                    let word = word(bytes, at: length)
                    // What is behind the first that is not frequent is overwritten later.
                    store(word, in: &copy, at: known &+ length)
                    let others = others(word)
                    guard others == 0 else {
                        let frequent = others.trailingZeroBitCount / 8
                        let part = word & ~(UInt64.max &<< UInt64(truncatingIfNeeded: 8 &* frequent))
                        sums ^= part
                        note(commas(part), known &+ length, &starts, &fields)
                        length &+= frequent
                        break
                    }
                    sums ^= word
                    note(commas(word), known &+ length, &starts, &fields)
                    length &+= 8
                }
                guard length < bytes.count else { break }
                let byte = bytes[length]
                guard isPlain(byte) else { break }
                copy[known &+ length] = byte
                length &+= 1
                sum ^= byte
                if byte == UInt8(ascii: ","), fields < starts.count {
                    starts[fields] = UInt16(truncatingIfNeeded: known &+ length)
                    fields &+= 1
                }
            }
        }
        count = fields
        sum ^= folded(sums)
        return length
    }

    /// Eight bytes from a place on, the first in the lowest bits; the caller has made sure that they are there.
    @inline(__always)
    private static func word(_ bytes: Span<UInt8>, at place: Int) -> UInt64 {
        let bytes = unsafe bytes.bytes
        return UInt64(
            littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
        )
    }

    /// Copies eight bytes; a sentence has room for them behind its longest.
    @inline(__always)
    private static func store(_ word: UInt64, in copy: inout MutableSpan<UInt8>, at place: Int) {
        var bytes = unsafe copy.mutableBytes
        unsafe bytes.storeBytes(of: word.littleEndian, toUncheckedByteOffset: place, as: UInt64.self)
    }

    /// Notes where the fields begin behind the commas of a word.
    @inline(__always)
    private static func note(
        _ commas: UInt64,
        _ start: Int,
        _ starts: inout MutableSpan<UInt16>,
        _ fields: inout Int
    ) {
        var commas = commas
        while commas != 0, fields < starts.count {
            starts[fields] = UInt16(truncatingIfNeeded: start &+ commas.trailingZeroBitCount / 8 &+ 1)
            fields &+= 1
            commas &= commas &- 1
        }
    }

    /// The top bit of the first byte that is not among ',' to '['; bits above it say nothing.
    ///
    /// Those are the letters, digits, signs and points that nearly all of a sentence is made of.
    @inline(__always)
    private static func others(_ word: UInt64) -> UInt64 {
        // A byte below 0x80 carries into its top bit from 0x2C on with the first, and from 0x5C on with the second. One above disturbs
        // only those behind it.
        ~((word &+ 0x54 &* ones) & ~(word &+ 0x24 &* ones) & ~word) & tops
    }

    /// The top bit of each byte that is a comma; no byte may be above 0x7F.
    @inline(__always)
    private static func commas(_ word: UInt64) -> UInt64 {
        ~((word ^ 0x2C &* ones) &+ 0x7F &* ones) & tops
    }

    private static func folded(_ sums: UInt64) -> UInt8 {
        var sums = sums
        sums ^= sums >> 32
        sums ^= sums >> 16
        sums ^= sums >> 8
        return UInt8(truncatingIfNeeded: sums)
    }

    /// Printable, and none that begins or ends something.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x24, 0x2A, 0x5C: false
        default: byte >= 0x20 && byte < 0x7F
        }
    }
}
