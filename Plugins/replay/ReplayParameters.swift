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
        options.speed = speed ?? options.speed
        guard (0...1e6).contains(options.speed) else {
            throw UsageError("speed: \(options.speed) is not between 0 and 1000000")
        }
        options.loops = loop ?? false
        if let start, start != 0 {
            do {
                options.start = try RecordingStart(start)
            } catch {
                throw UsageError("start: \(error)")
            }
        }
        if let time {
            guard let times = PlaybackOptions.Times(rawValue: time) else {
                throw UsageError("time: '\(time)' is neither recorded nor now")
            }
            options.times = times
        }
        return options
    }
}
