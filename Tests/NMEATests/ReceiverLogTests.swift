import Foundation
import Messages
import NMEA
import Testing

@Suite("Receivers' logs against gpsd", .timeLimit(.minutes(1)))
struct ReceiverLogTests {
    @Test("explore") func explore() throws {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        var total = 0, equal = 0
        for name in ReferenceData.logs {
            let (events, counters) = ReferenceData.decode(try ReferenceData.log(name))
            var fixes: [Fix] = []
            for case .fix(let f) in events { fixes.append(f) }
            var order: [Double] = []; var last: [Double: [String: Any]] = [:]
            for o in try ReferenceData.expected(name) where o["class"] as? String == "TPV" {
                guard let t = o["time"] as? String else { continue }
                let d = try style.parse(t).timeIntervalSince1970
                if last[d] == nil { order.append(d) }
                last[d] = o
            }
            var used = Set<Int>(); var good = 0; var diffs: [String] = []
            for t in order {
                guard let o = last[t] else { continue }
                let idx = fixes.firstIndex { abs($0.time - t) < 0.006 }
                let mode = o["mode"] as? Int ?? 0
                var d: [String] = []
                if mode < 2 || o["lat"] == nil {
                    if let idx { d.append("gpsd mode \(mode), mine \(fixes[idx].mode!)"); used.insert(idx) }
                } else if let idx {
                    let f = fixes[idx]; used.insert(idx)
                    func cmp(_ k: String, _ v: Double?, _ tol: Double) {
                        let e = (o[k] as? NSNumber)?.doubleValue
                        switch (e, v) { case (nil, nil): break
                        case (let e?, let v?): if abs(e - v) > tol { d.append("\(k) \(e) \(v)") }
                        default: d.append("\(k) \(String(describing: e)) \(String(describing: v))") }
                    }
                    cmp("mode", f.mode.map(Double.init), 0)
                    cmp("lat", f.latitude, 1e-9); cmp("lon", f.longitude, 1e-9)
                    cmp("altMSL", f.altitude, 1e-4); cmp("track", f.course, 1e-4); cmp("speed", f.speed, 1.001e-3)
                } else { d.append("no fix, gpsd mode \(mode)") }
                if d.isEmpty { good += 1 } else { diffs.append("   \(Date(timeIntervalSince1970: t).formatted(style)) " + d.joined(separator: "; ")) }
            }
            total += order.count; equal += good
            let extra = fixes.indices.filter { !used.contains($0) }
            print("## \(name): \(good)/\(order.count) fixes \(fixes.count) extra \(extra.count) epochs \(counters.epochs) bad \(counters.badChecksums) late \(counters.late) malformed \(counters.malformed) resync \(counters.resynchronisedBytes)")
            for x in diffs.prefix(8) { print(x) }
            for x in extra.prefix(4) { print("   extra", Date(timeIntervalSince1970: fixes[x].time).formatted(style), fixes[x].mode!, fixes[x].altitude ?? "-") }
        }
        print("TOTAL \(equal)/\(total)")
    }
}
