/// What somebody meant who wrote a name that nobody knows.
enum Spelling {
    /// The candidate nearest to a name, case aside, if it is near enough to have been meant.
    static func nearest(to name: some StringProtocol, in candidates: [String]) -> String? {
        let name = name.lowercased()
        guard name.utf8.count <= 64 else { return nil }
        let allowed = max(1, name.count / 4)
        let ranked = candidates.map { (name: $0, distance: distance(name, $0.lowercased())) }
        return ranked.filter { $0.distance <= allowed }.min { $0.distance < $1.distance }?.name
    }

    /// The least number of characters to insert, remove or replace (Levenshtein 1966).
    static func distance(_ one: String, _ other: String) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (above, character) in one.enumerated() {
            var diagonal = above
            row[0] = above + 1
            for (index, counterpart) in other.enumerated() {
                let replaced = diagonal + (character == counterpart ? 0 : 1)
                diagonal = row[index + 1]
                row[index + 1] = min(replaced, row[index] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
