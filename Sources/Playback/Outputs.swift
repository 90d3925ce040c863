internal import Binnacle
internal import Recordings

/// The topics that a player publishes on: those of the kinds that it plays, and no others.
struct Outputs: Sendable {
    private let fixes: Publisher<Fix>?
    private let fields: Publisher<MagneticField>?
    private let motions: Publisher<IMU>?
    private let headings: Publisher<Heading>?

    init(_ node: Node, kinds: Set<RecordedMessage.Kind>) throws {
        fixes = kinds.contains(.fix) ? try node.publisher(of: Fix.self) : nil
        fields = kinds.contains(.field) ? try node.publisher(of: MagneticField.self) : nil
        motions = kinds.contains(.imu) ? try node.publisher(of: IMU.self) : nil
        headings = kinds.contains(.heading) ? try node.publisher(of: Heading.self) : nil
    }

    /// The publishers of the kinds that are played.
    var publishers: [any AnyPublisher] {
        let all: [(any AnyPublisher)?] = [fixes, fields, motions, headings]
        return all.compactMap { $0 }
    }

    /// Publishes a message, if its kind is played.
    func publish(_ message: RecordedMessage) {
        switch message {
        case .fix(let fix): fixes?.publish(fix)
        case .field(let field): fields?.publish(field)
        case .imu(let imu): motions?.publish(imu)
        case .heading(let heading): headings?.publish(heading)
        }
    }
}
