internal import Binnacle
internal import NMEA
internal import Platform
internal import Receivers

/// A receiver's counts as they go into the node's status, with rates over the time since the report before.
struct CounterReport {
    private var before: (time: Double, messages: Int, fixes: Int)?

    mutating func object(_ counters: ReceiverCounters, at now: Double = MonotonicClock.seconds) -> JSONObject
    {
        defer { before = (now, counters.messages, counters.nmea.fixes) }
        guard let before, now > before.time else { return counters.object(rate: nil, fixRate: nil) }
        let seconds = now - before.time
        return counters.object(
            rate: Double(counters.messages - before.messages) / seconds,
            fixRate: Double(counters.nmea.fixes - before.fixes) / seconds
        )
    }
}
