internal import Text

/// Says in the log what a source that does not wait has brought in vain, on either side of the decoder.
struct LossReport {
    private var overruns = GrowthWatch()
    private var drops = GrowthWatch()

    /// Looks at the counts, once a second.
    ///
    /// - Returns: lines for the log.
    mutating func lines(overruns: Int, drops: Int, of source: Source) -> [String] {
        var lines: [String] = []
        if let count = self.overruns.news(of: overruns) {
            lines.append(
                "\(source): \(source.lost(count)) lost, because this machine did not read them in time"
            )
        }
        if let count = self.drops.news(of: drops) {
            lines.append("\(count.counted("message")) given up, because the bus did not take them in time")
        }
        return lines
    }
}

extension Source {
    /// What the system counts of what it had no room for, in words.
    fileprivate func lost(_ count: Int) -> String {
        if case .udp = self { count.counted("datagram") } else { count.counted("character") }
    }
}
