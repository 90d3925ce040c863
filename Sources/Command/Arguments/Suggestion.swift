/// Guesses at what was meant by a word that nothing goes by.
enum Suggestion {
    /// The candidate that is nearest to a word, if it is near enough to have been meant.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let best =
            candidates
            .map { (name: $0, distance: distance($0, word)) }
            .min { $0.distance < $1.distance }
        guard let best, best.distance <= max(1, word.count / 3), best.distance < best.name.count else {
            let extended = candidates.filter { !word.isEmpty && $0.hasPrefix(word) }
            return extended.count == 1 ? extended.first : nil
        }
        return best.name
    }

    /// How many characters must be put in, left out, replaced or swapped with their neighbour to turn one word into another.
    ///
    /// The restricted Damerau–Levenshtein distance ("optimal string alignment").
    static func distance(_ one: String, _ other: String) -> Int {
        let one = Array(one)
        let other = Array(other)
        guard !one.isEmpty, !other.isEmpty else { return max(one.count, other.count) }
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for i in 1...one.count {
            var row = [i]
            for j in 1...other.count {
                let replaced = last[j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1)
                var best = min(replaced, last[j] + 1, row[j - 1] + 1)
                if i > 1, j > 1, one[i - 1] == other[j - 2], one[i - 2] == other[j - 1] {
                    best = min(best, beforeLast[j - 2] + 1)
                }
                row.append(best)
            }
            beforeLast = last
            last = row
        }
        return last[other.count]
    }
}
