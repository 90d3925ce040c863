internal import Binnacle
internal import Recordings

/// The topics that a player publishes on.
struct Outputs: Sendable {
    private let fixes: Publisher<Fix>
    private let fields: Publisher<MagneticField>
    private let motions: Publisher<IMU>
    private let headings: Publisher<Heading>
    private let kinds: Set<RecordedMessage.Kind>

    init(_ node: Node, kinds: Set<RecordedMessage.Kind>) throws {
        fixes = try node.publisher(of: Fix.self)
        fields = try node.publisher(of: MagneticField.self)
        motions = try node.publisher(of: IMU.self)
        headings = try node.publisher(of: Heading.self)
        self.kinds = kinds
    }

    /// The publishers of the kinds that are wanted.
    var publishers: [any AnyPublisher] {
        RecordedMessage.Kind.allCases.filter { kinds.contains($0) }.map { kind in
            switch kind {
            case .fix: fixes
            case .field: fields
            case .imu: motions
            case .heading: headings
            }
        }
    }

    func publish(_ message: RecordedMessage) {
        switch message {
        case .fix(let fix): fixes.publish(fix)
        case .field(let field): fields.publish(field)
        case .imu(let imu): motions.publish(imu)
        case .heading(let heading): headings.publish(heading)
        }
    }
}
