import Messages
import NMEA
import Testing

@Suite("Sentences without a time in front of their epoch, and behind it", .timeLimit(.minutes(1)))
struct CycleOrderTests {
    private static let knot = 1852.0 / 3600

    private static func time(_ second: Int) -> String { "1200\(second < 10 ? "0" : "")\(second).00" }

    /// RMC of a second: 10.1 knots more and 10 degrees more in each.
    private static func rmc(_ second: Int) -> String {
        "GPRMC,\(time(second)),A,5130.000,N,00530.000,E,\(10 * second).1,\(10 * second).1,230326,,,A"
    }

    /// VTG of a second, with what RMC has but for its digits.
    private static func vtg(_ second: Int) -> String {
        "GPVTG,\(10 * second).10,T,,M,\(10 * second).10,N,,K,A"
    }

    /// GGA of a second, with another number of satellites and another dilution in each.
    private static func gga(_ second: Int) -> String {
        "GPGGA,\(time(second)),5130.000,N,00530.000,E,1,\(count(second)),\(second % 7 + 1).0,10.0,M,45.0,M,,"
    }

    private static func gsa(_ second: Int) -> String {
        let used = (1...12).map { $0 <= count(second) ? "\($0)" : "" }.joined(separator: ",")
        return "GPGSA,A,3,\(used),9.0,\(second % 7 + 1).0,\(second % 5 + 1).5"
    }

    private static func count(_ second: Int) -> Int { 4 + second % 3 }

    private static let makers: [String: @Sendable (Int) -> String] = [
        "RMC": rmc, "VTG": vtg, "GGA": gga, "GSA": gsa,
    ]

    /// The sentences of so many seconds in an order of theirs, but for some at the beginning.
    private static func sentences(_ cycle: String, seconds: Int, without dropped: Int = 0) -> [String] {
        let cycle = cycle.split(separator: " ").compactMap { makers[String($0)] }
        let all = (0..<seconds).flatMap { second in cycle.map { $0(second) } }
        return all.dropFirst(dropped).map(StreamTests.sealed)
    }

    private static func fixes(_ sentences: [String]) -> [Fix] {
        var decoder = NMEADecoder(reference: EpochTests.noon, publishing: .atNextEpoch)
        var events = decoder.push(Array(sentences.joined().utf8))
        decoder.flush { events.append($0) }
        return events.compactMap(\.fix)
    }

    /// Whether a fix has what the sentences of its own second say, as far as there are any.
    private static func isOwn(_ fix: Fix, _ cycle: String) -> Bool {
        let second = Int(fix.time - EpochTests.noon)
        var isOwn = true
        if cycle.contains("RMC") || cycle.contains("VTG") {
            isOwn = abs((fix.speed ?? -1) - (Double(10 * second) + 0.1) * knot) < 1e-9
            isOwn = isOwn && abs((fix.course ?? -1) - (Double(10 * second) + 0.1)) < 1e-9
        }
        if cycle.contains("GSA") {
            isOwn = isOwn && fix.satellites == count(second) && fix.hdop == Double(second % 7 + 1)
            isOwn = isOwn && fix.vdop == Double(second % 5 + 1) + 0.5
        }
        return isOwn
    }

    @Test(
        "a recording that begins with an epoch has each value at its own time",
        arguments: [
            "VTG RMC GGA", "VTG GGA RMC", "VTG GGA", "GSA GGA", "GSA VTG GGA", "VTG GSA GGA RMC",
            "GSA RMC GGA",
            "GGA VTG", "GGA GSA", "RMC GGA VTG", "GGA RMC GSA VTG", "RMC VTG GGA GSA", "GGA GSA RMC VTG",
            "VTG GGA GSA", "GSA GGA VTG",
        ]
    )
    func own(cycle: String) {
        let fixes = Self.fixes(Self.sentences(cycle, seconds: 20))
        #expect(fixes.count == 20)
        #expect(fixes.filter { !Self.isOwn($0, cycle) }.map { $0.time - EpochTests.noon } == [])
    }

    @Test(
        "one that begins in the middle of an epoch has so after a few of them",
        arguments: [
            ("VTG RMC GGA", 1), ("VTG RMC GGA", 2), ("VTG GGA RMC", 1), ("GSA GGA", 1), ("GSA RMC GGA", 1),
            ("GSA RMC GGA", 2), ("GGA GSA", 1), ("RMC GGA VTG", 2), ("RMC GGA GSA", 2),
            ("GGA RMC GSA VTG", 2),
            ("GGA RMC GSA VTG", 3),
        ]
    )
    func middle(cycle: String, dropped: Int) {
        let fixes = Self.fixes(Self.sentences(cycle, seconds: 20, without: dropped))
        let wrong = fixes.filter { !Self.isOwn($0, cycle) }.map { Int($0.time - EpochTests.noon) }
        #expect(fixes.count >= 19)
        // The first lacks what was cut off; of what RMC says itself none is ever wrong.
        #expect(wrong.allSatisfy { $0 < (cycle.contains("GSA") ? 5 : 1) })
    }

    @Test(
        "a lost sentence does not turn a receiver's order round",
        arguments: ["VTG GGA", "GGA VTG", "GSA GGA", "GGA GSA", "VTG RMC GGA", "RMC GGA VTG"]
    )
    func lost(cycle: String) {
        let whole = Self.sentences(cycle, seconds: 24)
        for lost in 3..<whole.count - 24 {
            var rest = whole
            rest.remove(at: lost)
            let second = lost / cycle.split(separator: " ").count
            let wrong = Self.fixes(rest).filter { !Self.isOwn($0, cycle) }.map {
                Int($0.time - EpochTests.noon)
            }
            #expect(wrong.allSatisfy { abs($0 - second) <= 1 }, "\(cycle) without \(lost): \(wrong)")
        }
    }

    @Test(
        "a live receiver's pause tells which sentence begins its epochs",
        arguments: ["VTG GGA", "GGA VTG", "GSA GGA", "GGA GSA", "VTG RMC GGA GSA"],
        [0, 1]
    )
    func pause(cycle: String, dropped: Int) {
        var decoder = NMEADecoder(reference: EpochTests.noon, publishing: .whenComplete)
        let sentences = Self.sentences(cycle, seconds: 20)
        let width = cycle.split(separator: " ").count
        var fixes: [Fix] = []
        for second in 0..<20 {
            for sentence in sentences[second * width..<(second + 1) * width].dropFirst(
                second == 0 ? dropped : 0
            ) {
                decoder.push(Array(sentence.utf8).span) { if let fix = $0.fix { fixes.append(fix) } }
            }
            // From the tenth on no pause is long enough.
            if second < 10 { decoder.flush { if let fix = $0.fix { fixes.append(fix) } } }
        }
        decoder.flush { if let fix = $0.fix { fixes.append(fix) } }
        #expect(fixes.count >= 19)
        let wrong = fixes.filter { !Self.isOwn($0, cycle) }.map { Int($0.time - EpochTests.noon) }
        #expect(wrong.allSatisfy { $0 < dropped })
        #expect(decoder.counters.late == 0)
    }

    @Test(
        "RMC's own motion goes before that of a VTG that may be the next epoch's, and VTG gives what RMC lacks"
    )
    func motion() {
        func fixes(_ rmc: String, _ vtg: String) -> [Fix] {
            Self.fixes([rmc, vtg, "GPRMC,120002.00,V,,,,,,,230326,,,N"].map(StreamTests.sealed))
        }
        let whole = fixes(
            "GPRMC,120001.00,A,5130.000,N,00530.000,E,20.1,10.1,230326,,,A",
            "GPVTG,20.0,T,,M,30.0,N,,K,A"
        )
        #expect(whole.map(\.course) == [10.1] && whole.map(\.speed) == [20.1 * Self.knot])
        let half = fixes(
            "GPRMC,120001.00,A,5130.000,N,00530.000,E,20.1,,230326,,,A",
            "GPVTG,20.0,T,,M,30.0,N,,K,A"
        )
        #expect(half.map(\.course) == [20] && half.map(\.speed) == [20.1 * Self.knot])
        // More digits of the same.
        let finer = fixes(
            "GPRMC,120001.00,A,5130.000,N,00530.000,E,20.1,10.1,230326,,,A",
            "GPVTG,10.12,T,,M,20.08,N,,K,A"
        )
        #expect(finer.map(\.course) == [10.12] && finer.map(\.speed) == [20.08 * Self.knot])
    }
}
