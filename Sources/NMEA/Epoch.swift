internal import Messages
internal import Text

/// What the sentences of one time have said so far.
struct Epoch: Sendable {
    var time: TimeOfDay?
    var day: CalendarDay?
    /// When its first sentence with a time came.
    var reception = Reception()
    /// The datum of its position.
    var datum = Datum.wgs84

    private(set) var position: Coordinate?
    /// How the position that was given last was written.
    private var positionText = FieldText()
    var altitude: Double?
    var separation: Double?
    var speed: Double?
    var course: Double?

    /// What its timed sentences say of what VTG and GSA say too.
    var witness = CycleOrder.Witness()

    /// By mode letters, and by GGA's quality.
    var solution: Solution?
    /// A sentence said V without being obliged to.
    var isWarned = false
    /// GGA, when there was one: whether its quality was other than 0.
    var hasQuality: Bool?

    /// The greatest of the modes (1, 2, 3) that GSA gave for the satellite systems.
    var mode: Int?
    /// RMC, GLL, GNS or GSA says that there is a position.
    var isVouched = false
    /// GGA, when it has a quality, used no satellite.
    var usesNone = false
    var used = SatelliteSet()
    var hasUsed = false
    /// A GSA was full, so that there may be more than it could name.
    var isUsedCutOff = false
    var satellites: Int?
    var hdop: Double?
    var vdop: Double?
    var pdop: Double?

    /// GST's.
    var deviations: Deviations?
    /// GBS's.
    var expectedErrors: Deviations?

    private var counts = InlineArray<32, UInt8>(repeating: 0)
    /// How many RMC had come before the last VTG.
    var minimaBeforeMotion: UInt8 = 0
    /// The last sentence that was joined, as type and how often it had come.
    var last: CycleKey?

    /// Standard deviations in metres of the position along each axis.
    struct Deviations: Sendable {
        var latitude: Double
        var longitude: Double
        var altitude: Double?
    }

    /// Keeps the position that a sentence gives from a field on, unless the one there has more digits.
    mutating func takePosition(_ sentence: borrowing SentenceFields, _ field: Int) {
        // Mostly all sentences of an epoch repeat it letter by letter.
        if positionText.keep(field...field + 3, of: sentence) { return }
        guard let coordinate = sentence.coordinate(field) else { return }
        if let position, position.decimals > coordinate.decimals { return }
        position = coordinate
    }

    /// Keeps the less trustworthy of real and estimated, else the better of two real solutions.
    mutating func take(_ other: Solution?) {
        guard let other else { return }
        guard let solution else {
            self.solution = other
            return
        }
        let estimated = min(solution, other) < .autonomous
        self.solution = estimated ? min(solution, other) : max(solution, other)
    }

    /// How often a sentence of a type has come.
    func occurrences(of type: SentenceType) -> UInt8 { counts[Int(type.rawValue) & 31] }

    /// Counts a sentence.
    mutating func count(_ type: SentenceType) -> CycleKey {
        let index = Int(type.rawValue) & 31
        if counts[index] < 255 { counts[index] += 1 }
        let key = CycleKey(type: type, occurrence: counts[index])
        last = key
        return key
    }

    /// Takes the sentences of a type that came without a time, where they may be another epoch's.
    mutating func join(_ seam: EpochSeam, _ type: SentenceType) {
        for _ in 0..<seam.occurrences(of: type) { _ = count(type) }
        if type == .vtg {
            if let motion = seam.motion { take(doubtful: motion) }
        } else if seam.hasUse {
            take(seam.use)
        }
    }

    /// Whether the sentences together say that the position is one.
    ///
    /// A GGA that used no satellite needs another sentence that agrees (garmin25lp's first fixes; a hemisphere compass that
    /// has none yet has none to agree).
    private var isFix: Bool {
        if isWarned || hasQuality == false || mode == 1 { return false }
        return !usesNone || isVouched || (solution ?? .autonomous) < .autonomous
    }

    /// The fix of this epoch at a time, or `nil` when its sentences give none.
    ///
    /// - Parameters:
    ///   - time: Unix seconds.
    ///   - lastMode: the mode of the last GSA before this epoch, which stands until the next.
    /// - Returns: the fix, without what no sentence says.
    func fix(at time: Double, lastMode: Int?) -> Fix? {
        guard let position, isFix else { return nil }
        var fix = Fix(time: time, latitude: position.latitude, longitude: position.longitude)
        let claimed = mode ?? lastMode ?? 2
        fix.mode = altitude == nil ? max(2, claimed) : 3
        fix.altitude = altitude
        if let altitude, let separation { fix.ellipsoidalAltitude = altitude + separation }
        fix.speed = speed
        fix.course = course
        let count = hasUsed ? max(used.count, isUsedCutOff ? satellites ?? 0 : 0) : satellites
        // A place that satellites gave used some, although the receiver does not say how many.
        fix.satellites = count == 0 && (solution ?? .autonomous) >= .autonomous ? nil : count
        fix.hdop = hdop
        fix.vdop = vdop
        fix.pdop = pdop
        describeSolution(&fix)
        describeAccuracy(&fix, isAltitudeHeld: mode == 2)
        return fix
    }

    private func describeSolution(_ fix: inout Fix) {
        switch solution {
        case .simulated: fix.technology = .simulated
        case .deadReckoning: fix.technology = .deadReckoning
        case .unknown: fix.technology = nil
        case .realTimeFixed:
            fix.technology = .gnss
            fix.rtk = .fixed
        case .realTimeFloat:
            fix.technology = .gnss
            fix.rtk = .float
        case .autonomous, .differential, nil: fix.technology = .gnss
        }
    }

    /// In a fix of two dimensions the altitude is held, and nothing is known of how well.
    private func describeAccuracy(_ fix: inout Fix, isAltitudeHeld: Bool) {
        let solution = solution ?? .autonomous
        if let deviations = deviations ?? expectedErrors {
            let variance =
                deviations.latitude * deviations.latitude + deviations.longitude * deviations.longitude
            fix.horizontalAccuracy = (variance / 2).squareRoot() * UserRangeError.radius68
            if altitude != nil, !isAltitudeHeld { fix.verticalAccuracy = deviations.altitude }
        }
        if fix.horizontalAccuracy == nil, let hdop {
            fix.horizontalAccuracy = UserRangeError.horizontal(hdop, solution)
        }
        if fix.verticalAccuracy == nil, altitude != nil, !isAltitudeHeld, let vdop {
            fix.verticalAccuracy = vdop * UserRangeError.of(solution)
        }
    }
}
