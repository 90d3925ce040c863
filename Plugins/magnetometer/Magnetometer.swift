internal import Binnacle
internal import IIO
internal import Platform
internal import Playback
internal import Recordings

/// Publishes the samples of a magnetometer and of inertial sensors.
@main
struct Magnetometer: Plugin {
    private let node: Node
    private let source: SampleSource
    private let parameters: MagnetometerParameters

    init(node: Node, parameters: MagnetometerParameters) throws {
        self.node = node
        self.parameters = parameters
        guard let source = SampleSource(parameters.source) else {
            throw UsageError("source: '\(parameters.source)' is none of \(SampleSource.known)")
        }
        self.source = source
        _ = try parameters.playback
        _ = try parameters.sensors(nil)
    }

    func run() async throws {
        switch source {
        case .csv(let path): try await play(path)
        case .iio(let name): try await read(try parameters.sensors(name))
        }
    }

    private func play(_ path: String) async throws {
        var player = try Player(path, on: node, options: try parameters.playback, ownsClock: false) {
            try FileRecording(path, now: { WallClock.seconds }, interruption: $0)
        }
        guard try await player.play() > 0 else {
            throw PlaybackError(
                source: path,
                problem: "has no samples of a magnetometer or of inertial sensors"
            )
        }
    }

    private func read(_ options: SensorOptions) async throws {
        let node = node
        let fields = try node.publisher(of: MagneticField.self)
        let motions = try node.publisher(of: IMU.self)
        let trouble = Lock(Trouble())
        let reader = try SensorReader(options) { report in
            switch report {
            case .field(let field): fields.publish(field)
            case .motion(let motion): motions.publish(motion)
            case .opened(let what): node.log(.info, what)
            case .recovered(let what):
                trouble.withLock { $0 = Trouble() }
                node.log(.info, what)
                node.ready()
            case .failed(let error):
                guard trouble.withLock({ $0.isNews(error) }) else { return }
                node.fail(error.code == .denied ? .denied : .deviceLost, error.description)
                node.degrade(error.description)
            }
        }
        try await reader.read()
    }
}
