/// Where samples of a magnetometer come from, as the parameter `source` names it: the name of a driver, a colon, what it opens.
enum SampleSource: Hashable, Sendable {
    /// A table of samples: a path, or `-`.
    case csv(String)
    /// Sensors of the kernel's industrial I/O: a device by its name or its identifier, or the first that there is.
    case iio(String?)

    /// What this program can read.
    static let known =
        "csv:PATH, csv:- for standard input, iio:NAME, or iio:auto for the first sensor there is"

    /// Reads the parameter; `nil` if it names no driver.
    init?(_ text: String) {
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[1].isEmpty else { return nil }
        let name = String(halves[1])
        switch halves[0] {
        case "csv": self = .csv(name)
        case "iio": self = .iio(name == "auto" ? nil : name)
        default: return nil
        }
    }
}
