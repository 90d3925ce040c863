internal import Binnacle
internal import NMEA
internal import Receivers
internal import Text

extension ReceiverCounters {
    /// What has come of a source, for people.
    var summary: String { "\(nmea.fixes.counted("fix", "fixes")), \(nmea.headings.counted("heading"))" }

    /// Messages that only a receiver sends: with the right checksum, or of a known type.
    var understood: Int {
        frames + corrections + max(nmea.verified, nmea.sentences - nmea.skipped - nmea.malformed)
    }

    /// The counts for the node's status.
    ///
    /// - Parameters:
    ///   - rate: messages of the receiver's a second, where it has been measured.
    ///   - fixRate: fixes a second.
    /// - Returns: numbers by name.
    func object(rate: Double?, fixRate: Double?) -> JSONObject {
        var object = JSONObject()
        for (name, count) in all { object[name] = .number(JSONNumber(count)) }
        if let rate { object["messageRate"] = JSONNumber(rate).map(JSONValue.number) }
        if let fixRate { object["fixRate"] = JSONNumber(fixRate).map(JSONValue.number) }
        return object
    }
}
