internal import Binnacle
internal import Navigation
internal import Platform

/// Publishes the best fix, the heading and the direction that all sources together give.
@main
actor Fusion: LivePlugin {
    private let node: Node
    private let fixes: Publisher<Fix>
    private let headings: Publisher<Heading>
    private let directions: Publisher<Direction>
    private var engine: FusionEngine
    /// Nil where nothing is kept.
    private var keeper: CalibrationKeeper?
    private var isLocated = true
    private var running: RunningTime

    /// How often it is looked at what has not come.
    private static let period = Duration.milliseconds(250)

    /// On the node's thread, so that a message passes through without a change of threads.
    nonisolated var unownedExecutor: UnownedSerialExecutor { node.unownedExecutor }

    init(node: Node, parameters: FusionParameters) async throws {
        self.node = node
        fixes = try node.publisher()
        headings = try node.publisher()
        directions = try node.publisher()
        guard let axis = HeadingAxis(name: parameters.orientation) else {
            throw UsageError(
                "orientation: '\(parameters.orientation)' is none of portrait, upside-down, landscape-left, "
                    + "landscape-right, nor an axis x,y,z"
            )
        }
        let path = parameters.calibration ?? CalibrationStore.standardPath(for: node.name)
        let calibrationPath = path == "memory:" ? nil : path
        keeper = calibrationPath.map { CalibrationKeeper(path: $0) }
        let start = MonotonicClock.seconds
        running = RunningTime(from: start, askedEvery: Self.period / .seconds(1))
        engine = FusionEngine(
            parameters,
            axis: axis,
            kept: Self.kept(calibrationPath, node),
            model: try Self.model(parameters.magneticModel),
            start: start
        )
        subscribe()
        answerCalibration()
    }

    /// The calibrations of runs before; a file that cannot be read is said and passed over.
    private static func kept(_ path: String?, _ node: Node) -> CalibrationStore {
        do { return try path.flatMap { try CalibrationStore.read($0) } ?? CalibrationStore() } catch {
            node.log(.warning, "the calibration starts anew: \(error)")
            return CalibrationStore()
        }
    }

    private static func model(_ path: String?) throws -> MagneticModel? {
        guard let path else { return nil }
        do { return try MagneticModel(coefficients: try SmallFile.read(path, limit: 65_536)) } catch {
            throw UsageError("magnetic-model: \(path): \(error)")
        }
    }

    private func answerCalibration() {
        node.answer("calibration", on: self) { (fusion, _: NoParameters) in fusion.status() }
        node.answer("reset-calibration", on: self) { (fusion, _: NoParameters) in
            fusion.engine.resetCalibration()
            return fusion.status()
        }
        node.answer("start-calibration", on: self) { (fusion, _: NoParameters) in
            fusion.engine.startCalibration()
            return fusion.status()
        }
        node.answer("stop-calibration", on: self) { (fusion, _: NoParameters) in
            fusion.engine.stopCalibration()
            return fusion.status()
        }
    }

    private func status() -> CalibrationStatus { engine.calibrationStatus(at: WallClock.seconds) }

    private func keepCalibration() {
        guard
            let line = keeper?.keep(
                engine.calibrationToKeep(time: WallClock.seconds),
                at: MonotonicClock.seconds
            )
        else { return }
        node.log(line.isWarning ? .warning : .info, line.text)
    }

    func take(_ parameters: FusionParameters) throws { engine.change(parameters) }

    private func subscribe() {
        let own = node.name
        node.subscribe(to: Fix.self, .kind(Fix.kind), on: self) { fusion, received in
            guard let fix = received.message, received.topic.source != own else { return }
            let isLastValue = received.isLastValue
            fusion.publish(
                fusion.engine.add(
                    fix,
                    from: received.sender,
                    isLastValue: isLastValue,
                    arrival: fusion.arrival(of: received)
                )
            )
        }
        node.subscribe(to: LocationServices.self, .kind(LocationServices.kind), on: self) {
            fusion,
            received in
            // Nobody but the bus may publish on its topic.
            guard received.topic.source == "bus", let services = received.message else { return }
            fusion.publish(fusion.engine.setLocation(enabled: services.enabled))
        }
        // What was measured before this node began says nothing about now.
        node.subscribe(to: IMU.self, .kind(IMU.kind), on: self) { fusion, received in
            guard let imu = received.message, !received.isLastValue else { return }
            fusion.publish(
                fusion.engine.add(imu, from: received.sender, arrival: fusion.arrival(of: received))
            )
        }
        node.subscribe(to: MagneticField.self, .kind(MagneticField.kind), on: self) { fusion, received in
            guard let sample = received.message, !received.isLastValue else { return }
            fusion.publish(
                fusion.engine.add(sample, from: received.sender, arrival: fusion.arrival(of: received))
            )
        }
        node.subscribe(to: Heading.self, .kind(Heading.kind), on: self) { fusion, received in
            guard let heading = received.message, !received.isLastValue, received.topic.source != own else {
                return
            }
            fusion.publish(
                fusion.engine.add(heading, from: received.sender, arrival: fusion.arrival(of: received))
            )
        }
        node.every(Self.period, on: self) { fusion in
            fusion.publish(fusion.engine.tick(at: fusion.running.time(at: MonotonicClock.seconds)))
            fusion.report()
            fusion.keepCalibration()
        }
    }

    /// When a message came, in the time in which this process runs.
    private func arrival<Payload>(of received: Received<Payload>) -> Double {
        running.time(at: received.arrivalSeconds)
    }

    private func publish(_ output: FusionOutput) {
        for note in output.notes { node.log(.info, note) }
        if let heading = output.heading { headings.publish(heading) }
        // Before the fix that it goes with, so that who has the fix has the direction of the same time.
        if let direction = output.direction { directions.publish(direction) }
        if let fix = output.fix { fixes.publish(fix) }
        for failure in output.failures { node.fail(failure.code, failure.message) }
    }

    private func report() {
        guard isLocated != engine.isLocated else { return }
        isLocated = engine.isLocated
        if isLocated { node.ready() } else { node.degrade("no fix") }
    }
}

/// What a method that takes nothing takes.
private struct NoParameters: Decodable, Sendable {}

extension Received {
    /// The node, and the instance where there is one, that sent it.
    fileprivate var sender: String {
        topic.instance.map { "\(topic.source)/\($0)" } ?? String(topic.source)
    }
}
