internal import Messages

/// What the sentences of one time have said so far.
struct Epoch: Sendable {
    var time: TimeOfDay?
    var day: CalendarDay?
    var receivedAt: Double?

    var position: Coordinate?
    var altitude: Double?
    var separation: Double?
    var speed: Double?
    var course: Double?

    /// By mode letters, and by GGA's quality.
    var solution: Solution?
    /// A sentence said V without being obliged to.
    var isWarned = false
    /// GGA, when there was one: whether its quality was other than 0.
    var hasQuality: Bool?

    /// The greatest of the modes (1, 2, 3) of the satellite systems.
    var mode: Int?
    var used = SatelliteSet()
    var hasUsed = false
    var satellites: Int?
    var hdop: Double?
    var vdop: Double?
    var pdop: Double?

    var deviations: Deviations?

    var occurrences = InlineArray<16, UInt8>(repeating: 0)
    /// The last sentence that was joined, as type and how often it had come.
    var last: CycleKey?

    /// Standard deviations in metres of the position along each axis.
    struct Deviations: Sendable {
        var latitude: Double
        var longitude: Double
        var altitude: Double?
    }

    /// Keeps a position unless the one there has more digits.
    mutating func take(_ coordinate: Coordinate?) {
        guard let coordinate else { return }
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

    /// Counts a sentence.
    mutating func count(_ type: SentenceType) -> CycleKey {
        let index = Int(type.rawValue) & 15
        if occurrences[index] < 255 { occurrences[index] += 1 }
        let key = CycleKey(type: type, occurrence: occurrences[index])
        last = key
        return key
    }

    /// The fix of this epoch at a time, or `nil` when its sentences give none.
    func fix(at time: Double) -> Fix? {
        guard let position, !isWarned, hasQuality != false, mode != 1 else { return nil }
        var fix = Fix(time: time, latitude: position.latitude, longitude: position.longitude)
        let mode = mode ?? (altitude == nil ? 2 : 3)
        fix.mode = mode
        if mode == 3 {
            fix.altitude = altitude
            if let altitude, let separation { fix.ellipsoidalAltitude = altitude + separation }
        }
        fix.speed = speed
        fix.course = course
        fix.satellites = hasUsed ? used.count : satellites
        fix.hdop = hdop
        fix.vdop = mode == 3 ? vdop : nil
        fix.pdop = pdop
        describeSolution(&fix)
        describeAccuracy(&fix)
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

    private func describeAccuracy(_ fix: inout Fix) {
        let solution = solution ?? .autonomous
        if let deviations {
            let variance = deviations.latitude * deviations.latitude + deviations.longitude * deviations.longitude
            fix.horizontalAccuracy = (variance / 2).squareRoot() * UserRangeError.radius68
            if fix.mode == 3 { fix.verticalAccuracy = deviations.altitude }
        }
        if fix.horizontalAccuracy == nil, let hdop {
            fix.horizontalAccuracy = UserRangeError.horizontal(hdop, solution)
        }
        if fix.verticalAccuracy == nil, fix.altitude != nil, let vdop = fix.vdop {
            fix.verticalAccuracy = vdop * UserRangeError.of(solution)
        }
    }
}
