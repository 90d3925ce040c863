internal import Messages
internal import NMEA
internal import Text
internal import UBX

/// What the frames of UBX of one time of the week have said so far.
struct SolutionEpoch: Sendable {
    var timeOfWeek: UInt32
    var receivedAt: Double?
    var solution: NavigationSolution?
    var dilution: Dilution?
    var status: NavigationStatus?
    var covariance: Covariance?
    var satellites: [Satellite]?
    var last: MessageType?

    init(timeOfWeek: UInt32, receivedAt: Double?) {
        self.timeOfWeek = timeOfWeek
        self.receivedAt = receivedAt
    }

    /// The fix at a time, or `nil` when the receiver says that there is none.
    func fix(at time: Double) -> Fix? {
        guard let solution, solution.isFixOK, status?.isFixOK != false,
            let latitude = solution.latitude, let longitude = solution.longitude,
            latitude != 0 || longitude != 0
        else { return nil }
        var fix = Fix(time: time, latitude: latitude, longitude: longitude)
        switch solution.fixType {
        case .none, .timeOnly: return nil
        case .deadReckoning: fix.technology = .deadReckoning
        case .twoDimensional, .threeDimensional, .combined: fix.technology = .gnss
        }
        fix.mode = solution.fixType == .twoDimensional ? 2 : 3
        if fix.mode == 3 {
            // In two dimensions the altitude is held, and measured by nobody.
            fix.altitude = solution.altitude
            fix.ellipsoidalAltitude = solution.height
            fix.verticalAccuracy = solution.verticalAccuracy
        }
        fix.horizontalAccuracy = solution.horizontalAccuracy ?? covariance?.radius
        fix.speed = solution.speed
        fix.speedAccuracy = solution.speedAccuracy
        describeCourse(&fix, solution)
        // A place that satellites gave used some, although the receiver does not say how many.
        fix.satellites =
            solution.satellites == 0 && solution.fixType != .deadReckoning ? nil : solution.satellites
        fix.pdop = dilution?.position ?? solution.pdop
        fix.hdop = dilution?.horizontal
        fix.vdop = dilution?.vertical
        switch solution.carrier {
        case .none: break
        case .float: fix.rtk = .float
        case .fixed: fix.rtk = .fixed
        }
        return fix
    }

    /// A course that a speed as small as its own error makes up is none.
    private func describeCourse(_ fix: inout Fix, _ solution: NavigationSolution) {
        guard solution.speed > 0, solution.isCourseKnown else { return }
        let spread = solution.speedAccuracy.map { min(1, $0 / solution.speed) } ?? 0
        guard spread < 1 else { return }
        fix.course = solution.course
        let accuracy = max(solution.courseAccuracy ?? 0, arcsine(spread))
        fix.courseAccuracy = accuracy > 0 ? accuracy : nil
    }

    /// The heading at a time, where sensors give the vehicle's.
    func heading(at time: Double) -> Heading? {
        guard let solution, let angle = solution.heading else { return nil }
        var heading = Heading(time: time)
        heading.trueHeading = angle
        // 95 % of a normal distribution are within 1.96 of its deviations.
        heading.headingAccuracy = solution.courseAccuracy.map { min(180, 1.96 * $0) }
        return heading
    }
}

extension Covariance {
    /// The 68 % radius of the horizontal position, metres.
    fileprivate var radius: Double? {
        position.flatMap { position in
            let variance = (position.north + position.east) / 2
            return variance > 0 ? variance.squareRoot() * UserRangeError.radius68 : nil
        }
    }
}

extension NavigationSolution.UTC {
    /// Unix seconds, or `nil` when there is no such date or time.
    ///
    /// A leap second is the first second of the day after, as in POSIX time.
    var seconds: Double? {
        guard let date = CalendarDay(year: year, month: month, day: day), year >= 1980,
            (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second),
            abs(nanosecond) <= 1_000_000_000
        else { return nil }
        let whole = hour * 3600 + minute * 60 + second
        // Whole microseconds, which a double of this century holds.
        let micros = Int64(whole) * 1_000_000 + Int64((Double(nanosecond) / 1000).rounded())
        return Double(date.number * 86_400_000_000 + micros) / 1e6
    }
}
