import Testing

@testable import GPSPlugin

@Suite("Reports of losses")
struct LossReportTests {
    @Test("a loss is told when it begins, and in all when it has ended") func growth() {
        var watch = GrowthWatch()
        #expect(
            [0, 0, 3, 10, 11, 11, 11, 12, 12].map { watch.news(of: $0) } == [
                nil, nil, 3, nil, nil, 8, nil, 1, nil,
            ]
        )
    }

    @Test("what was lost is named after where it came from") func words() {
        var report = LossReport()
        let datagrams = Source.udp(host: nil, port: 10_110, interface: nil)
        #expect(
            report.lines(overruns: 1, drops: 0, of: datagrams) == [
                "udp://:10110: 1 datagram lost, because this machine did not read them in time"
            ]
        )
        let port = Source.serial(.path("/dev/ttyS0"), speed: nil, framing: nil)
        var other = LossReport()
        #expect(
            other.lines(overruns: 2, drops: 1000, of: port) == [
                "/dev/ttyS0: 2 characters lost, because this machine did not read them in time",
                "1000 messages given up, because the bus did not take them in time",
            ]
        )
        #expect(other.lines(overruns: 2, drops: 1000, of: port).isEmpty)
    }

    @Test(
        "what can be made to wait is no live line",
        arguments: [
            ("tcp://a:1", true), ("tcp-listen://:1", true), ("pipe:/p", true), ("-", true), ("file:/f", true),
            ("/dev/ttyS0", false), ("udp://:1", false), ("gpsd://a", false),
        ]
    ) func waiting(text: String, canWait: Bool) throws {
        #expect(try Source(text).canWait == canWait)
    }
}
