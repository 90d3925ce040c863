internal import Messages
internal import NMEA
internal import UBX

/// Joins frames of UBX of the same time of the week.
struct SolutionAssembler: Sendable {
    enum Cause { case nextEpoch, silence, completion }

    private(set) var epochs = 0
    private(set) var fixes = 0
    private(set) var headings = 0
    private(set) var skies = 0
    private(set) var late = 0
    private(set) var undated = 0
    private(set) var rolledOver = 0
    private(set) var skipped = 0
    /// How many frames have joined an epoch so far.
    private(set) var progress = 0

    private let publishing: NMEADecoder.Publishing
    private let reference: Double?
    private var epoch: SolutionEpoch?
    private var learner = CycleLearner<MessageType>()
    private var lastClosed: UInt32?
    private var lastCause = Cause.nextEpoch
    /// The newest time known and its time of the week.
    private var anchor: (time: Double, timeOfWeek: UInt32)?

    init(reference: Double?, publishing: NMEADecoder.Publishing) {
        self.reference = reference
        self.publishing = publishing
    }

    var isOpen: Bool { epoch != nil }

    /// Takes a frame and hands on what it completed.
    ///
    /// - Returns: the time of the solution, Unix seconds, when the frame was one that says it.
    mutating func take(
        _ header: FrameHeader,
        _ payload: Span<UInt8>,
        receivedAt: Double?,
        _ body: (NMEADecoder.Event) -> Void
    ) -> Double? {
        guard let message = header.message, payload.count >= 4 else {
            skipped += 1
            return nil
        }
        // Every message that is understood begins with the time of the week.
        let timeOfWeek =
            UInt32(payload[0]) | UInt32(payload[1]) << 8 | UInt32(payload[2]) << 16 | UInt32(payload[3]) << 24
        guard begin(timeOfWeek, receivedAt, isEnd: message == .navEOE, body) else { return nil }
        progress &+= 1
        let time = apply(message, payload)
        epoch?.last = message
        if message == .navEOE || publishing == .whenComplete && isWorthIt && learner.isEnd(message) {
            close(by: .completion, body)
        }
        return time
    }

    /// Ends the open epoch and hands on what it says.
    mutating func close(by cause: Cause, _ body: (NMEADecoder.Event) -> Void) {
        guard let epoch else { return }
        self.epoch = nil
        lastCause = cause
        lastClosed = epoch.timeOfWeek
        if cause != .completion { learner.learn(epoch.last, bySilence: cause == .silence) }
        if epoch.solution != nil { epochs += 1 }
        let known = anchor?.timeOfWeek == epoch.timeOfWeek ? anchor?.time : nil
        if let time = known {
            if let fix = epoch.fix(at: time) {
                fixes += 1
                body(.fix(fix))
            }
            if let heading = epoch.heading(at: time) {
                headings += 1
                body(.heading(heading))
            }
        } else if epoch.solution != nil {
            undated += 1
        }
        guard let satellites = epoch.satellites,
            let time = known ?? carried(to: epoch.timeOfWeek) ?? epoch.receivedAt ?? reference
        else { return }
        skies += 1
        body(.sky(Sky(time: time, satellites: satellites)))
    }

    /// Opens the epoch of a time of the week, unless it has been closed already.
    private mutating func begin(
        _ timeOfWeek: UInt32,
        _ receivedAt: Double?,
        isEnd: Bool,
        _ body: (NMEADecoder.Event) -> Void
    ) -> Bool {
        if let epoch, epoch.timeOfWeek != timeOfWeek { close(by: .nextEpoch, body) }
        guard epoch == nil else { return true }
        guard lastClosed != timeOfWeek else {
            if !isEnd {
                late += 1
                if lastCause == .completion { learner.wasWrong() }
            }
            return false
        }
        epoch = SolutionEpoch(timeOfWeek: timeOfWeek, receivedAt: receivedAt)
        return true
    }

    private var isWorthIt: Bool { epoch?.solution != nil }

    private mutating func apply(_ message: MessageType, _ payload: Span<UInt8>) -> Double? {
        switch message {
        case .navPVT:
            guard let solution = NavigationSolution(payload) else { return nil }
            epoch?.solution = solution
            return note(solution)
        case .navDOP: epoch?.dilution = Dilution(payload)
        case .navStatus: epoch?.status = NavigationStatus(payload)
        case .navCOV: epoch?.covariance = Covariance(payload)
        case .navSAT: epoch?.satellites = SatelliteInformation(payload).map { Self.satellites($0, payload) }
        case .navEOE: break
        }
        return nil
    }

    private mutating func note(_ solution: NavigationSolution) -> Double? {
        guard var time = solution.utc?.seconds else { return nil }
        if let now = epoch?.receivedAt, let weeks = WeekRollover.correction(of: time, at: now) {
            time += weeks
            rolledOver += 1
        }
        anchor = (time, solution.timeOfWeek)
        return time
    }

    /// The time of a time of the week near the newest known.
    private func carried(to timeOfWeek: UInt32) -> Double? {
        guard let anchor else { return nil }
        let week = 604_800.0
        var elapsed = (Double(timeOfWeek) - Double(anchor.timeOfWeek)) / 1000
        if elapsed < -week / 2 { elapsed += week }
        return abs(elapsed) < week ? anchor.time + elapsed : nil
    }

    private static func satellites(_ head: SatelliteInformation, _ payload: Span<UInt8>) -> [Satellite] {
        (0..<head.count).compactMap { index in
            let found = SatelliteInformation.satellite(index, of: payload)
            guard let number = found.number, let system = Satellite.Constellation(ubx: found.system) else {
                return nil
            }
            var satellite = Satellite(constellation: system, id: number)
            satellite.elevation = found.elevation
            satellite.azimuth = found.azimuth
            satellite.signal = found.signal
            satellite.used = found.isUsed
            return satellite
        }
    }
}
