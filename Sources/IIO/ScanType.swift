/// How a channel lies in a record of the buffer: `le:s12/16>>4`.
struct ScanType: Hashable, Sendable {
    let isBigEndian: Bool
    let isSigned: Bool
    /// How many bits count.
    let bits: Int
    /// How many bits it takes up.
    let storage: Int
    /// By how many the storage is shifted to the right.
    let shift: Int

    var bytes: Int { storage / 8 }

    /// Reads the kernel's form.
    ///
    /// - Throws: ``IIOError/Code/broken`` for anything else.
    init(_ text: String, in place: String) throws(IIOError) {
        guard let read = Self.read(text) else {
            throw IIOError(.broken, "\(place): '\(text)' is no type of a channel, as le:s12/16>>4 is")
        }
        self = read
    }

    private init(isBigEndian: Bool, isSigned: Bool, bits: Int, storage: Int, shift: Int) {
        (self.isBigEndian, self.isSigned) = (isBigEndian, isSigned)
        (self.bits, self.storage, self.shift) = (bits, storage, shift)
    }

    private static func read(_ text: String) -> ScanType? {
        let halves = text.split(separator: ":", omittingEmptySubsequences: false)
        guard halves.count == 2, ["le", "be"].contains(halves[0]), let sign = halves[1].first,
            "su".contains(sign)
        else { return nil }
        // A repeat, `X2`, is of channels that are vectors in themselves, which those of three axes are not.
        let numbers = halves[1].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard numbers.count == 2, let bits = Int(numbers[0]) else { return nil }
        let tail = numbers[1].split(separator: ">", omittingEmptySubsequences: false)
        guard let storage = Int(tail[0]), [8, 16, 32, 64].contains(storage), (1...storage).contains(bits)
        else {
            return nil
        }
        guard tail.count == 1 || tail.count == 3 && tail[1].isEmpty else { return nil }
        let shift = tail.count == 3 ? Int(tail[2]) : 0
        guard let shift, (0...storage - bits).contains(shift) else { return nil }
        return ScanType(
            isBigEndian: halves[0] == "be",
            isSigned: sign == "s",
            bits: bits,
            storage: storage,
            shift: shift
        )
    }

    /// The number in a record.
    ///
    /// - Precondition: the record has ``bytes`` bytes from `start` on.
    func value(in record: [UInt8], at start: Int) -> Int64 {
        var word: UInt64 = 0
        for index in 0..<bytes {
            word = word << 8 | UInt64(record[start + (isBigEndian ? index : bytes - 1 - index)])
        }
        word >>= UInt64(shift)
        guard bits < 64 else { return Int64(bitPattern: word) }
        word &= 1 << UInt64(bits) - 1
        let isNegative = isSigned && word >> UInt64(bits - 1) == 1
        return Int64(bitPattern: isNegative ? word | ~(1 << UInt64(bits) - 1) : word)
    }
}
