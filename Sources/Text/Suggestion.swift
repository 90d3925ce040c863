/// Guesses at what was meant by a word that nothing goes by.
public enum Suggestion {
    /// The most bytes of a word that is compared: the time it takes grows with the square of the length.
    private static let longest = 64

    /// The known name that was most likely meant; capitals and small letters are the same.
    ///
    /// It is the one with the fewest edits, where these are at most a third of the longer word's length and one at
    /// least; else the only one that the word is the beginning of.
    public static func nearest(to word: String, among known: [String]) -> String? {
        guard !word.isEmpty, word.utf8.count <= longest else { return nil }
        let best =
            known
            .filter { $0.utf8.count <= longest }
            .map { (name: $0, edits: distance(word, $0)) }
            .min { $0.edits < $1.edits }
        if let best, best.edits <= max(1, max(best.name.count, word.count) / 3), best.edits < best.name.count
        {
            return best.name
        }
        let extended = known.filter { $0.lowercased().hasPrefix(word.lowercased()) }
        return extended.count == 1 ? extended.first : nil
    }

    /// Advice for a word that is none of those known: the nearest one, else all of them behind `what`.
    public static func advice(for word: String, among known: [String], _ what: String) -> String {
        if let near = nearest(to: word, among: known) { return "did you mean '\(near)'?" }
        return known.isEmpty ? "" : "\(what) \(known.joined(separator: ", "))"
    }

    /// How many characters must be put in, left out, replaced or swapped with their neighbour to turn one word into another.
    ///
    /// The restricted Damerau–Levenshtein distance ("optimal string alignment").
    static func distance(_ one: String, _ other: String) -> Int {
        let one = Array(one.lowercased())
        let other = Array(other.lowercased())
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for i in one.indices {
            var row = [i + 1]
            for j in other.indices {
                let replaced = last[j] + (one[i] == other[j] ? 0 : 1)
                var best = min(replaced, last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
                    best = min(best, beforeLast[j - 1] + 1)
                }
                row.append(best)
            }
            beforeLast = last
            last = row
        }
        return last[other.count]
    }
}
