import Foundation
import Messages
import NMEA
import TestSupport
import Testing

@Suite("Receivers' logs against gpsd", .timeLimit(.minutes(1)))
struct ReceiverLogTests {
    /// What gpsd reports otherwise, with the number of epochs it concerns.
    struct Difference {
        let epochs: Int
        let reason: String
    }

    /// gpsd's faults, and what it derives although no sentence says it.
    static let known: [String: Difference] = [
        "bundg_zeus_9": Difference(
            epochs: 39,
            reason: """
                GLL is one second ahead of the GGA in front of it; gpsd ends its cycle at GLL and reports neither the \
                altitude nor RMC's speed and course of that second, but a speed and course of its own
                """
        ),
        "garmin25lp": Difference(
            epochs: 1,
            reason: "gpsd takes GSA's 2 D for the first fix and the altitude for 3 D in all the others"
        ),
        "garmin38": Difference(epochs: 5, reason: "gpsd replaces GGA's altitude by PGRMZ's barometric feet"),
        "garmin48": Difference(
            epochs: 7,
            reason: "GLL alone is of these seconds; gpsd adds PGRMZ's barometric feet and a speed of its own"
        ),
        "meinberg-gps164": Difference(
            epochs: 1,
            reason: "the next RMC's V takes the fix from the last second that had one"
        ),
        "sl869": Difference(
            epochs: 1,
            reason: "gpsd takes GSA's 2 D for the first fix and the altitude for 3 D in all the others"
        ),
        "tn204": Difference(
            epochs: 3,
            reason: "gpsd replaces GGA's altitude by PGRMZ's barometric feet and adds a speed of its own"
        ),
        "tomtom-mkII": Difference(
            epochs: 1,
            reason: "the next RMC's V takes the fix from the last second that had one"
        ),
        "triton400": Difference(
            epochs: 1,
            reason: "GLL alone is of this second; gpsd adds a speed of its own"
        ),
        "unicore-um621": Difference(
            epochs: 1,
            reason: "the next RMC's V takes the fix from the last second that had one"
        ),
    ]

    /// gpsd takes this receiver's true dates for those of an earlier week rollover: 1024 weeks.
    static let rolledOver: [String: Double] = ["neo-m8n": 1024 * 7 * 86_400]

    @Test(
        "every epoch has gpsd's mode, place, altitude, course and speed",
        .enabled(if: ReferenceData.isThere, Comment(rawValue: ReferenceData.missing)),
        arguments: ReferenceData.logs
    )
    func fixes(log: String) throws {
        let found = try Self.compare(log)
        let expected = Self.known[log]
        #expect(
            found.unlike.count == expected?.epochs ?? 0,
            "\(found.unlike.count) of \(found.epochs) differ: \(found.unlike.prefix(50)) \(expected?.reason ?? "")"
        )
    }

    /// What a log's fixes are beside gpsd's reports.
    struct Comparison {
        var epochs = 0
        var unlike: [String] = []
        var counters = NMEACounters()
    }

    static func compare(_ log: String) throws -> Comparison {
        let (events, counters) = ReferenceData.decode(try ReferenceData.log(log))
        let fixes = events.compactMap(\.fix)
        let reports = try reports(log)
        var comparison = Comparison(epochs: reports.count, counters: counters)
        for report in reports {
            let fix = fixes.first { abs($0.time - report.time) < 0.006 }
            let problems = report.differences(from: fix)
            if !problems.isEmpty {
                comparison.unlike.append("\(report.time): \(problems.joined(separator: ", "))")
            }
        }
        return comparison
    }

    @Test(
        "every epoch is published once, in order",
        .enabled(if: ReferenceData.isThere, Comment(rawValue: ReferenceData.missing)),
        arguments: ReferenceData.logs
    )
    func once(log: String) throws {
        let times = ReferenceData.decode(try ReferenceData.log(log)).events.compactMap(\.fix).map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test(
        "headings are those of gpsd's attitude",
        .enabled(if: ReferenceData.isThere, Comment(rawValue: ReferenceData.missing)),
        arguments: ["hemi", "pypilot", "saab-r4", "skytraq-PX1172RH_DS"]
    )
    func headings(log: String) throws {
        var expected: [[Double]] = []
        for object in try ReferenceData.expected(log) where object["class"] as? String == "ATT" {
            let pair = ["heading", "mheading"].map { (object[$0] as? NSNumber)?.doubleValue ?? -1 }
            if pair != [-1, -1], expected.last != pair { expected.append(pair) }
        }
        var found: [[Double]] = []
        for heading in ReferenceData.decode(try ReferenceData.log(log)).events.compactMap(\.heading) {
            let pair = [heading.trueHeading ?? -1, heading.magneticHeading ?? -1]
            if found.last != pair { found.append(pair) }
        }
        #expect(!expected.isEmpty)
        #expect(found == expected)
    }

    @Test(
        "a simulator's fixes are marked, and gpsd's places",
        .enabled(if: ReferenceData.isThere, Comment(rawValue: ReferenceData.missing))
    )
    func simulator() throws {
        let fixes = ReferenceData.decode(try ReferenceData.log("GPSmap-76S")).events.compactMap(\.fix)
        #expect(fixes.count == 12)
        #expect(fixes.allSatisfy { $0.technology == .simulated && $0.mode == 3 && $0.altitude == 268.8 })
        #expect(abs((fixes.first?.latitude ?? 0) - 38.908478333) < 1e-9)
    }

    /// gpsd's last report of each time that it knows; times of one rounding (12:08:27.52 and 12:08:27.523) are one.
    private static func reports(_ log: String) throws -> [Report] {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        var reports: [Report] = []
        for object in try ReferenceData.expected(log) where object["class"] as? String == "TPV" {
            guard let text = object["time"] as? String else { continue }
            let time = try style.parse(text).timeIntervalSince1970 - (rolledOver[log] ?? 0)
            let report = Report(time: time, object: object)
            if let index = reports.lastIndex(where: { abs($0.time - time) < 0.006 }) {
                reports[index] = report
            } else {
                reports.append(report)
            }
        }
        return reports
    }
}

/// One of gpsd's TPV objects.
private struct Report {
    let time: Double
    private let values: [String: Double]

    init(time: Double, object: [String: Any]) {
        self.time = time
        values = object.compactMapValues { ($0 as? NSNumber)?.doubleValue }
    }

    /// The fields that are not equal within the last digit that gpsd prints.
    func differences(from fix: Fix?) -> [String] {
        guard let mode = values["mode"], mode >= 2 else {
            return fix == nil ? [] : ["there should be no fix"]
        }
        guard let fix else { return ["there is no fix"] }
        let compared: [(String, Double?, Double)] = [
            ("mode", fix.mode.map(Double.init), 0),
            ("lat", fix.latitude, 1e-9),
            ("lon", fix.longitude, 1e-9),
            ("altMSL", fix.altitude, 1e-4),
            ("track", fix.course, 1e-4),
            ("speed", fix.speed, 1e-3),
        ]
        return compared.compactMap { name, found, tolerance in
            switch (values[name], found) {
            case (nil, nil): nil
            case (let expected?, let found?) where abs(expected - found) <= tolerance: nil
            case (let expected, let found):
                "\(name) \(expected.map { "\($0)" } ?? "absent") is \(found.map { "\($0)" } ?? "absent")"
            }
        }
    }
}

extension NMEADecoder.Event {
    var fix: Fix? { if case .fix(let fix) = self { fix } else { nil } }
    var sky: Sky? { if case .sky(let sky) = self { sky } else { nil } }
    var heading: Heading? { if case .heading(let heading) = self { heading } else { nil } }
}
