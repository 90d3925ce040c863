/// Guesses at what was meant.
enum Suggestion {
    /// Advice for a name that is none of those known: the nearest one, else all of them behind `what`.
    static func advice(for name: String, among known: [String], _ what: String) -> String {
        if let near = nearest(to: name, among: known) { return "did you mean '\(near)'?" }
        return known.isEmpty ? "" : "\(what) \(known.joined(separator: ", "))"
    }

    /// The known name with the fewest edits, where these are at most a third of its length and one at least.
    static func nearest(to name: String, among known: [String]) -> String? {
        guard name.utf8.count <= 64 else { return nil }
        let candidates = known.filter { $0.utf8.count <= 64 }.map { (name: $0, edits: distance(name, $0)) }
        guard let best = candidates.min(by: { $0.edits < $1.edits }) else { return nil }
        return best.edits <= max(1, max(best.name.count, name.count) / 3) && best.edits < best.name.count
            ? best.name : nil
    }

    /// Insertions, deletions, substitutions and swaps of neighbours between two words (optimal string alignment).
    static func distance(_ one: String, _ other: String) -> Int {
        let a = Array(one.lowercased()), b = Array(other.lowercased())
        var before: [Int] = []
        var row = Array(0...b.count)
        for i in a.indices {
            var next = [i + 1]
            for j in b.indices {
                var best = min(row[j + 1] + 1, next[j] + 1, row[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
                next.append(best)
            }
            before = row
            row = next
        }
        return row[b.count]
    }
}
