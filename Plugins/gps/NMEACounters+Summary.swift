internal import NMEA
internal import Text

extension NMEACounters {
    /// What has come of a source, for people.
    var summary: String { "\(fixes.counted("fix", "fixes")), \(headings.counted("heading"))" }
}
