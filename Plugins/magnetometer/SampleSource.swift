/// Where samples of a magnetometer come from, as the parameter `source` names it: the name of a driver, a colon, what it opens.
enum SampleSource: Hashable, Sendable {
    /// A table of samples: a path, or `-`.
    case csv(String)

    /// What this program can read.
    static let known = "csv:PATH, or csv:- for standard input"

    /// Reads the parameter; `nil` if it names no driver.
    init?(_ text: String) {
        guard text.hasPrefix("csv:"), text.count > 4 else { return nil }
        self = .csv(String(text.dropFirst(4)))
    }
}
