import Binnacle
import Testing

@testable import Command

@Suite("Statistics", .timeLimit(.minutes(1)))
struct StatisticsTests {
    // 2, 4, 4, 4, 5, 5, 7, 9: mean 40 / 8, squares of the differences 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32, √(32 / 8) = 2.
    @Test("the standard deviation is that of the numbers themselves, divided by their count") func summary()
        throws
    {
        let summary = try #require(SampleSummary([2, 4, 4, 4, 5, 5, 7, 9]))
        #expect(summary == SampleSummary([9, 7, 5, 5, 4, 4, 4, 2]))
        #expect(summary.count == 8)
        #expect(summary.mean == 5)
        #expect(summary.minimum == 2)
        #expect(summary.maximum == 9)
        #expect(summary.standardDeviation == 2)
    }

    @Test("of no number nothing is said, and one number does not deviate") func few() throws {
        #expect(SampleSummary([]) == nil)
        let one = try #require(SampleSummary([-3]))
        #expect([one.mean, one.minimum, one.maximum, one.standardDeviation] == [-3, -3, -3, 0])
    }

    // A thousand of them sum up to 1e18, where doubles are 128 apart: a plain mean would be off by as much as they differ.
    @Test("what large numbers differ by is not lost in their sum") func large() throws {
        let base = 1e15
        let summary = try #require(SampleSummary((0..<1000).map { base + Double($0 % 2) }))
        #expect(summary.mean == base + 0.5)
        #expect(summary.standardDeviation == 0.5)
    }

    @Test("a window holds the newest numbers, and knows the first and the last of them") func window() {
        var window = SampleWindow(limit: 3)
        #expect(window.oldest == nil && window.newest == nil && window.summary == nil)
        for (value, oldest, sum) in [(1.0, 1.0, 0.0), (2, 1, 2), (3, 1, 5), (4, 2, 7), (5, 3, 9), (6, 4, 11)]
        {
            window.add(value)
            #expect(window.newest == value)
            #expect(window.oldest == oldest)
            #expect(window.sumAfterOldest == sum)
        }
        #expect(window.count == 3)
        #expect(window.summary == SampleSummary([4, 5, 6]))
    }

    // Arrivals at 0, 100, 200, 350 and 400 ms: intervals 0.1, 0.1, 0.15, 0.05; mean 0.1, so 10 a second;
    // squares 0 + 0 + 0.0025 + 0.0025, √(0.005 / 4) = 0.0353553.
    @Test("a rate is one over the mean interval") func rate() throws {
        var meter = RateMeter(window: 100)
        for milliseconds in [0, 100, 200, 350, 400] as [Int64] {
            #expect(milliseconds > 0 || meter.rate == nil)
            meter.note(at: 5_000_000_000_000 + milliseconds * 1_000_000)
        }
        #expect(abs(try #require(meter.rate) - 10) < 1e-9)
        #expect(
            meter.text
                == "average rate: 10.000\n\tmin: 0.050s max: 0.150s std dev: 0.03536s window: 4"
        )
    }

    @Test("one arrival, or several in one moment, have no rate") func noRate() {
        var meter = RateMeter(window: 100)
        meter.note(at: 7)
        #expect(meter.rate == nil && meter.text == nil)
        meter.note(at: 7)
        #expect(meter.rate == nil && meter.text == nil)
    }

    @Test("a rate forgets what is older than its window") func rateWindow() throws {
        var meter = RateMeter(window: 2)
        for second in [0, 10, 11, 12] as [Int64] { meter.note(at: second * 1_000_000_000) }
        #expect(try #require(meter.rate) == 1)
    }

    // Sizes 1000, 200, 300 at 0, 1 and 2 s: 500 bytes came in the two seconds after the first; mean 1500 / 3.
    @Test("a bandwidth counts the bytes that came after the time began") func bandwidth() throws {
        var meter = BandwidthMeter(window: 10)
        meter.note(1000, at: 0)
        #expect(meter.rate == nil && meter.text == nil)
        meter.note(200, at: 1_000_000_000)
        meter.note(300, at: 2_000_000_000)
        #expect(meter.rate == 250)
        #expect(
            meter.text
                == "250.00 B/s from 3 messages\n\tMessage size mean: 0.50 KB min: 0.20 KB max: 1.00 KB"
        )
    }

    @Test(
        "amounts of bytes have the units of ros2 topic",
        arguments: [
            (0, "0.00 B"), (999, "999.00 B"), (1230, "1.23 KB"), (1_234_567, "1.23 MB"), (5e9, "5000.00 MB"),
        ]
    ) func units(amount: Double, text: String) {
        #expect(ByteUnit(for: amount).text(amount) == text)
    }

    // Delays of 1, 2 and 3 ms since publishing: mean 2 ms, deviation √(2 / 3) ms. Half a second since the measurement.
    @Test("a delay is told since the publishing, and since the measurement where it is known") func delay()
        throws
    {
        var meter = DelayMeter(window: 10)
        #expect(meter.text == nil)
        for milliseconds in [1, 2, 3] as [Int64] {
            let arrival = 1_700_000_000_500_000_000 + milliseconds * 1_000_000
            meter.note(
                arrival: arrival,
                published: 1_700_000_000_500_000_000,
                measured: milliseconds == 2 ? 1_700_000_000.002 : nil
            )
        }
        #expect(
            meter.text == """
                average delay: 0.002000 (since 'published')
                \tmin: 0.001000s max: 0.003000s std dev: 0.00082s window: 3
                average delay: 0.500000 (since 'time')
                \tmin: 0.500000s max: 0.500000s std dev: 0.00000s window: 1
                """
        )
        #expect(abs(try #require(meter.published?.standardDeviation) - 0.000816496580927726) < 1e-12)
    }

    @Test("a stamp from the future is a negative delay, and one that no clock shows is passed over")
    func strange() throws {
        var meter = DelayMeter(window: 10)
        meter.note(arrival: 1_000_000_000, published: 3_000_000_000, measured: .infinity)
        meter.note(arrival: 1_000_000_000, published: .min, measured: nil)
        let summary = try #require(meter.published)
        #expect(summary.count == 1 && summary.mean == -2)
        #expect(meter.measured == nil)
    }

    private func message(_ topic: String, _ payload: String, at arrival: Int64, lost: Int = 0) throws
        -> Received<Bytes>
    {
        Received(
            topic: try Topic(topic),
            stamp: Stamp(publisher: 1, sequence: 0, published: 0),
            message: Bytes(Array(payload.utf8)),
            arrival: arrival,
            lost: lost
        )
    }

    @Test("what is measured is kept by topic, and told once when it is new") func measurements() throws {
        var measurements = Measurements<RateMeter>(window: 10)
        measurements.take(try message("b/x", "1", at: 0))
        measurements.take(try message("a/x", "1", at: 0))
        #expect(measurements.takeNews().map(\.topic) == ["a/x", "b/x"])
        #expect(measurements.takeNews().isEmpty)
        measurements.take(try message("b/x", "1", at: 500_000_000, lost: 2))
        let news = measurements.takeNews()
        #expect(news.map(\.topic) == ["b/x"])
        #expect(
            news[0].text(named: true, atEnd: false)
                == "b/x\naverage rate: 2.000\n\tmin: 0.500s max: 0.500s std dev: 0.00000s window: 1"
        )
        #expect(
            news[0].json(atEnd: false)
                == #"{"topic":"b/x","rate":2,"mean":0.5,"min":0.5,"max":0.5,"stdDev":0,"window":1,"count":2,"lost":2}"#
        )
        #expect(measurements.count == 3)
        for _ in 0..<2 { measurements.take(try message("b/x", "1", at: 0, lost: .max)) }
        #expect(measurements.all[1].lost == .max, "what others claim to have sent does not trap")
        #expect(measurements.all[0].json(atEnd: false) == nil)
    }

    @Test("of messages that came in one moment the end tells how many, and no rate") func atOnce() throws {
        var rates = Measurements<RateMeter>(window: 10)
        var amounts = Measurements<BandwidthMeter>(window: 10)
        rates.take(try message("a/x", "1", at: 7))
        #expect(rates.all[0].text(named: false, atEnd: true) == "no rate: 1 message")
        #expect(rates.all[0].json(atEnd: true) == #"{"topic":"a/x","count":1,"lost":0}"#)
        rates.take(try message("a/x", "1", at: 7))
        for _ in 0..<3 { amounts.take(try message("a/x", "1", at: 7)) }
        #expect(rates.all[0].text(named: false, atEnd: false) == nil)
        #expect(
            rates.all[0].text(named: true, atEnd: true)
                == "a/x\nno rate: 2 messages came at once, within 0.000000 s"
        )
        #expect(
            rates.all[0].json(atEnd: true)
                == #"{"topic":"a/x","mean":0,"min":0,"max":0,"stdDev":0,"window":1,"count":2,"lost":0}"#
        )
        #expect(
            amounts.all[0].text(named: false, atEnd: true)
                == "no rate: 3 messages came at once, within 0.000000 s"
        )
        #expect(
            amounts.all[0].json(atEnd: true)
                == #"{"topic":"a/x","mean":37,"min":37,"max":37,"stdDev":0,"window":3,"count":3,"lost":0}"#
        )
    }

    // "fix/gps", a bar, 32 bytes of stamp, and a payload of 2: 7 + 1 + 32 + 2.
    @Test("a message's size is that of all its bytes") func size() throws {
        #expect(try message("fix/gps", "{}", at: 0).size == 42)
    }
}
