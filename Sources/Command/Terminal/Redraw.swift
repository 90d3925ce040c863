/// What to send to a terminal so that it shows other lines than it does.
enum Redraw {
    /// The sequences that rewrite the lines that have changed, and erase those that are no more.
    ///
    /// - Parameters:
    ///   - old: what it shows, from the first row on.
    ///   - new: what it is to show.
    /// - Returns: ECMA-48 (ANSI) sequences and text.
    static func sequences(from old: [String], to new: [String]) -> String {
        var result = ""
        for row in 0..<max(old.count, new.count) {
            let line = row < new.count ? new[row] : ""
            guard row >= old.count || row >= new.count || old[row] != line else { continue }
            // Erased first: behind a line that fills its row the cursor still stands on the last column.
            result += "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)"
        }
        return result
    }
}
