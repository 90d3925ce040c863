/// How some fields of a sentence, one behind the other, are written: to be compared with those of another.
struct FieldText: Sendable {
    /// The most bytes that are kept.
    static let most = 32

    /// 0 while nothing is kept.
    private var count = 0
    private var words = InlineArray<4, UInt64>(repeating: 0)

    /// Keeps how fields are written, where all are there and are not longer than that.
    ///
    /// - Returns: whether it was kept before.
    @inline(__always)
    mutating func keep(_ fields: ClosedRange<Int>, of sentence: borrowing SentenceFields) -> Bool {
        let start = sentence.range(fields.lowerBound).lowerBound
        let count = sentence.range(fields.upperBound).upperBound - start
        guard count > 0, count <= Self.most else {
            self.count = 0
            return false
        }
        // Bits of the last word that belong to something else.
        let rest = UInt64(-count & 7) &* 8
        let last = (count - 1) / 8
        var isSame = count == self.count
        for index in 0..<last {
            let word = sentence.word(at: start + index * 8)
            isSame = isSame && word == words[index]
            words[index] = word
        }
        let word = sentence.word(at: start + last * 8) &<< rest
        isSame = isSame && word == words[last]
        words[last] = word
        self.count = count
        return isSame
    }
}
