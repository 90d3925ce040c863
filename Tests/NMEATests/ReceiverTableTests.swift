import Foundation
import NMEA
import Receivers
import TestSupport
import Testing

/// The figures of `docs/receivers.md`, made anew; `BINNACLE_UPDATE_DOCS=1` writes them into it.
@Suite(
    "The table of receivers",
    .enabled(if: ReferenceData.isThere, Comment(rawValue: ReferenceData.missing)),
    .timeLimit(.minutes(2))
)
struct ReceiverTableTests {
    private static let document = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/receivers.md")
    private static let begin = "<!-- made by ReceiverTableTests: begin -->\n"
    private static let end = "<!-- made by ReceiverTableTests: end -->\n"

    @Test("it says what the decoder makes of every log") func table() throws {
        let text = try String(contentsOf: Self.document, encoding: .utf8)
        let start = try #require(text.range(of: Self.begin))
        let stop = try #require(text.range(of: Self.end))
        let made = try Self.table() + "\n" + Self.differences
        if ProcessInfo.processInfo.environment["BINNACLE_UPDATE_DOCS"] == "1" {
            let new = text[..<start.upperBound] + made + text[stop.lowerBound...]
            try new.write(to: Self.document, atomically: true, encoding: .utf8)
        } else {
            #expect(text[start.upperBound..<stop.lowerBound] == made)
        }
    }

    @Test("the decoder of all protocols says the same as that of sentences", arguments: ReferenceData.logs)
    func same(log: String) throws {
        let bytes = try ReferenceData.log(log)
        var decoder = ReceiverDecoder(
            reference: ReceiverDecoder.reference(ofRecording: bytes.span),
            publishing: .atNextEpoch
        )
        var events = decoder.push(bytes)
        decoder.flush { events.append($0) }
        let (expected, counters) = ReferenceData.decode(bytes)
        #expect(events == expected)
        #expect(decoder.counters.nmea.sentences == counters.sentences)
        #expect(decoder.counters.frames == 0 && decoder.counters.duplicates == 0)
    }

    private static func table() throws -> String {
        var lines = [
            "| log | sentences | damaged | gpsd's epochs | alike | fixes | headings | skies |",
            "|-|-|-|-|-|-|-|-|",
        ]
        var sums = [0, 0, 0, 0, 0, 0, 0]
        for log in ReferenceData.logs {
            let comparison = try ReceiverLogTests.compare(log)
            let counters = comparison.counters
            let figures = [
                counters.sentences, counters.badChecksums + counters.malformed, comparison.epochs,
                comparison.epochs - comparison.unlike.count, counters.fixes, counters.headings,
                counters.skies,
            ]
            for (index, figure) in figures.enumerated() { sums[index] += figure }
            lines.append("| \(log) | \(figures.map(\.description).joined(separator: " | ")) |")
        }
        lines.append("| **all** | \(sums.map { "**\($0)**" }.joined(separator: " | ")) |")
        return lines.joined(separator: "\n") + "\n"
    }

    private static var differences: String {
        ReceiverLogTests.known.sorted { $0.key < $1.key }
            .map { "- `\($0.key)`, \($0.value.epochs): \($0.value.reason).\n" }.joined()
    }
}
