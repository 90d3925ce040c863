internal import Binnacle
internal import Playback
internal import Simulation

/// Plays recordings and simulated trips onto the bus.
@main
struct Replay: LivePlugin {
    private let node: Node
    private let options: PlaybackOptions
    private let source: String
    private let trip: Trip?
    private let speed: PlaybackSpeed

    init(node: Node, parameters: ReplayParameters) throws {
        self.node = node
        options = try parameters.options()
        source = parameters.source
        speed = PlaybackSpeed(options.speed)
        trip = try parameters.trip.map { try parameters.trip($0) }
    }

    func take(_ parameters: ReplayParameters) throws { speed.change(to: try parameters.options().speed) }

    func run() async throws {
        let (source, trip) = (source, trip)
        var player = try Player(source, on: node, options: options, speed: speed, ownsClock: true) {
            interruption in
            if let trip { return trip }
            return try FileRecording(source, interruption: interruption)
        }
        if try await player.play() == 0 { node.log(.warning, "\(source): has nothing to publish") }
    }
}
