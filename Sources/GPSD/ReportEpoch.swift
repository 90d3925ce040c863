internal import Messages
internal import NMEA

/// What gpsd's reports of one time have said so far.
struct ReportEpoch: Sendable {
    /// Standard deviations of a GST report, metres.
    private struct Deviations: Sendable {
        var time: Double?
        var radius: Double
        var altitude: Double?
    }

    private(set) var time: Double?
    private(set) var fix: Fix?
    /// How many reports of the position there were.
    private(set) var reports = 0
    private var deviations: Deviations?
    /// The newest view of the sky: gpsd repeats it while more of the satellites come.
    private var view: JSONValue?

    /// Takes a TPV report.
    mutating func take(position report: JSONValue, at time: Double) {
        self.time = time
        reports += 1
        // The later report of an epoch has all that the earlier had, or takes it back.
        fix = Fix(position: report, at: time)
    }

    /// Takes a GST report.
    mutating func take(deviations report: JSONValue) {
        guard let north = report.number("lat"), let east = report.number("lon"), north >= 0, east >= 0,
            north + east > 0
        else { return }
        deviations = Deviations(
            time: report.time(receivedAt: nil),
            radius: ((north * north + east * east) / 2).squareRoot() * UserRangeError.radius68,
            altitude: report.number("alt").flatMap { $0 > 0 ? $0 : nil }
        )
    }

    /// Takes a SKY report.
    mutating func take(sky report: JSONValue) { view = report }

    /// The fix with what the companions say of it.
    func complete() -> Fix? {
        guard var fix else { return nil }
        if let view {
            fix.hdop = view.dilution("hdop")
            fix.vdop = view.dilution("vdop")
            fix.pdop = view.dilution("pdop")
            let count = view.number("uSat").flatMap { Int(exactly: $0) } ?? view.usedSatellites
            // A place that satellites gave used some, although nothing says how many.
            fix.satellites = count == 0 && fix.technology == .gnss ? nil : count
        }
        if let deviations, deviations.time == nil || deviations.time == time {
            fix.horizontalAccuracy = deviations.radius
            if fix.altitude != nil || fix.ellipsoidalAltitude != nil {
                fix.verticalAccuracy = deviations.altitude ?? fix.verticalAccuracy
            }
        }
        return fix
    }

    /// The view of the sky, where one came that names satellites.
    func sky(at time: Double) -> Sky? {
        guard case .array(let entries)? = view?["satellites"] else { return nil }
        return Sky(
            time: view?.time(receivedAt: nil) ?? time,
            satellites: entries.compactMap(Satellite.init(report:))
        )
    }
}
