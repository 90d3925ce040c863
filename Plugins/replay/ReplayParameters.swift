internal import Binnacle
internal import Playback
internal import Recordings

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

    /// The name of the simulated walk among the sources.
    static let cityWalk = "city-walk"

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
