internal import NMEA
internal import Text

extension Recording {
    /// The columns that are passed over, with what may have been meant.
    public var remarks: [String] {
        guard let header, !header.ignored.isEmpty else { return [] }
        let names = header.ignored.prefix(40).map { printable($0) }.joined(separator: ", ")
        let guesses = header.guesses.map {
            "'\(printable($0.name))' is not a column: did you mean '\($0.meant)'?"
        }
        return ["passes over the columns \(names)"] + guesses
    }

    /// The sentences that were damaged, and those that came before the first date.
    public var losses: String? {
        guard let counters else { return nil }
        let damaged = counters.badChecksums + counters.malformed
        var parts: [String] = []
        if damaged > 0 { parts.append("\(damaged.counted("sentence was", "sentences were")) damaged") }
        if counters.undated > 0 {
            parts.append("\(counters.undated.counted("epoch")) came before the first date")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
