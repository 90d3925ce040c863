/// Runs inputs through one target, one after the other, as a fuzzer or a replay does.
public final class FuzzSession {
    private let target: FuzzTarget
    private let bus: RequestBus?

    /// Prepares a target.
    ///
    /// - Throws: why the bus of the target ``FuzzTarget/request`` cannot be started.
    public init(_ target: FuzzTarget) throws {
        self.target = target
        bus = target == .request ? try RequestBus() : nil
    }

    /// Runs one input.
    ///
    /// - Throws: the property that does not hold for it.
    public func run(_ input: [UInt8]) throws {
        switch target {
        case .message: try Wire.message(input)
        case .stamp: try Wire.stamp(input)
        case .payload: try Payloads.run(input)
        case .json: try JSONTexts.value(input)
        case .body: try JSONTexts.body(input)
        case .filter: try Names.filter(input)
        case .address: try Names.address(input)
        case .link: try Links.run(input)
        case .peer: try Peers.run(input)
        case .request: try bus?.run(input)
        case .nmea: try Streams.sentences(input)
        case .tag: try Streams.tag(input)
        case .ubx: try Streams.ubx(input)
        case .receiver: try Streams.receiver(input)
        case .gpsd: try Streams.gpsd(input)
        case .recording: try Streams.recording(input)
        case .manifest: try Documents.manifest(input)
        case .launch: try Documents.launch(input)
        case .coefficients: try Documents.coefficients(input)
        }
    }
}
