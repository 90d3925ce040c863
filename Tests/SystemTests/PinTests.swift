import Glibc
import Messages
import Platform
import Testing

@Suite("Pins of a node that is killed", .serialized, .timeLimit(.minutes(5)))
struct PinTests {
    @Test("a pin is there after each of 50 restarts, each killed as soon as a drop was answered")
    func killed() async throws {
        let bus = try await Bus()
        var environment = bus.environment
        environment["BINNACLE_NODE"] = "pins"
        environment["BINNACLE_PARAMETERS"] = #"{"multiple": false, "fix": "fix/fusion", "maximum-age": 10}"#
        var pins = try Program("binnacle-pins", environment: environment)
        for round in 0..<50 {
            let drop = try await bus.run(
                "pin",
                "drop",
                "pin \(round)",
                "--at",
                "54.5,10.\(round)",
                "--wait",
                "20",
                "--json"
            )
            pins.send(SIGKILL)
            #expect(drop.status == .code(0), "\(drop.error)")
            #expect(try await pins.ended().status == .signal(SIGKILL))
            let pin = try JSONValue.parse(drop.output.trimmed)
            #expect(pin["label"] == .string("pin \(round)"))

            pins = try Program("binnacle-pins", environment: environment)
            let restarted = pins
            try await restarted.until { $0.complained.contains("1 pin in") }
            let list = try await bus.run("pin", "list", "--json")
            #expect(list.status == .code(0), "\(list.error)")
            #expect(try list.lines.map { try JSONValue.parse(String($0)) } == [pin], "round \(round)")
            let last = try await bus.run(
                "topic",
                "echo",
                "pin/pins/",
                "--count",
                "1",
                "--json",
                "--timeout",
                "5"
            )
            let message = try JSONValue.parse(String(try #require(last.lines.first)))
            #expect(message["payload"]?["id"] == pin["id"], "round \(round)")
        }
        #expect(try await pins.stop().status == .code(0))
        try await bus.end()
    }
}

extension String {
    /// Without the end of its line.
    var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
