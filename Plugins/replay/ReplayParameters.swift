internal import Binnacle
internal import Playback
internal import Recordings
internal import Simulation

/// The parameters of the manifest; see there.
struct ReplayParameters: Decodable, Sendable {
    var source: String
    var speed: Double?
    var loop: Bool?
    var start: Double?
    var time: String?
    var seed: UInt64?
    var latitude: Double?
    var longitude: Double?
    var altitude: Double?
    var begin: Double?
    var duration: Double?
    var rate: Int?
    var handling: String?

    /// The simulated trip that the source names, if it is one and no path.
    var trip: TripKind? { TripKind(rawValue: source) }

    /// How to play.
    ///
    /// - Throws: a `UsageError` that names the parameter.
    func options() throws -> PlaybackOptions {
        var options = PlaybackOptions()
        try options.take(speed: speed, time: time)
        options.loops = loop ?? false
        if let start, start != 0 {
            do {
                options.start = try RecordingStart(start)
            } catch {
                throw UsageError("start: \(error)")
            }
        }
        return options
    }
}
