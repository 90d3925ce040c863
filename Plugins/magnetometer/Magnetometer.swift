internal import Binnacle
internal import Platform
internal import Playback
internal import Recordings

/// Publishes the samples of a magnetometer and of inertial sensors.
@main
struct Magnetometer: Plugin {
    /// The parameters of the manifest; see there.
    struct Parameters: Decodable, Sendable {
        var source: String
        var speed: Double?
        var time: String?
    }

    private let node: Node
    private let source: SampleSource
    private let options: PlaybackOptions

    init(node: Node, parameters: Parameters) throws {
        self.node = node
        guard let source = SampleSource(parameters.source) else {
            throw UsageError("source: '\(parameters.source)' is none of \(SampleSource.known)")
        }
        self.source = source
        var options = PlaybackOptions()
        try options.take(speed: parameters.speed, time: parameters.time)
        options.kinds = [.field, .imu]
        options.pipesAreLive = true
        self.options = options
    }

    func run() async throws {
        switch source {
        case .csv(let path):
            var player = try Player(path, on: node, options: options, ownsClock: false) { interruption in
                try FileRecording(path, now: { WallClock.seconds }, interruption: interruption)
            }
            guard try await player.play() > 0 else {
                throw PlaybackError(
                    source: path,
                    problem: "has no samples of a magnetometer or of inertial sensors"
                )
            }
        }
    }
}
