import Glibc
import Messages
import Platform
import Testing

@Suite("Location services and filters from the command line", .timeLimit(.minutes(2)))
struct LocationCommandTests {
    @Test("the switch is told, set, kept over a restart of the bus, and holds for whoever publishes")
    func switched() async throws {
        let bus = try await Bus()
        #expect(try await bus.run("location").output == "location services are on\n")
        #expect(try await bus.run("location", "off").output == "location services are off\n")
        #expect(try await bus.run("location", "--json").output == "{\"enabled\":false}\n")
        let place = #"{"latitude":54.5,"longitude":10.25}"#
        _ = try await bus.run("topic", "pub", "fix/script", place, "--now", "--once")
        let nothing = try await bus.run("topic", "echo", "fix", "--count", "1", "--timeout", "1")
        #expect(nothing.status == .code(3) && nothing.output.isEmpty)
        #expect(try await bus.run("location", "on").output == "location services are on\n")
        _ = try await bus.run("topic", "pub", "fix/script", place, "--now", "--once")
        #expect(
            try await bus.run("topic", "echo", "fix", "--count", "1", "--timeout", "10").status == .code(0)
        )
        let wrong = try await bus.run("location", "maybe")
        #expect(wrong.status == .code(2) && wrong.error.contains("'maybe' is not on, off or status"))
        try await bus.end()
    }

    @Test("an echo shows of fixes and headings those that its filters let through, and all else")
    func filtered() async throws {
        let bus = try await Bus()
        let echo = try bus.start(
            "topic",
            "echo",
            "--distance-filter",
            "100",
            "--heading-filter",
            "10",
            "--desired-accuracy",
            "ten-metres"
        )
        let program = "\(Program.folder)/binnacle"
        func publish(_ topic: String, _ lines: [String]) async throws {
            let file = try bus.scratch.file("lines", lines.map { $0 + "\n" }.joined())
            let shell = "\"$0\" topic pub \"$1\" --stdin --wait < \"$2\""
            let outcome = try await Program.run(
                "/bin/bash",
                ["-c", shell, program, topic, file],
                environment: bus.environment
            )
            #expect(outcome.status == .code(0), "\(outcome.error)")
        }
        // A thousandth of a degree of latitude is 111 m.
        let fixes = [(0.0, 3), (0.0005, 3), (0.001, 30), (0.0011, 4), (0.0012, 4), (0.0021, 3)].enumerated()
            .map {
                #"{"time":\#($0.offset),"latitude":\#($0.element.0),"longitude":0,"horizontalAccuracy":\#($0.element.1)}"#
            }
        try await publish("fix/walk", fixes)
        try await publish(
            "heading/walk",
            [359, 5, 10, 15, 1].map { #"{"time":1,"magneticHeading":\#($0)}"# }
        )
        try await publish("walk/end", ["{}"])
        try await echo.until { $0.said.contains("walk/end") }
        let shown = echo.said.split(separator: "\n")
        #expect(
            shown.filter { $0.hasPrefix("fix/") }.map { $0.dropFirst("fix/walk ".count) }
                == [fixes[0], fixes[3], fixes[5]]
                .map { $0[...] }
        )
        #expect(shown.filter { $0.hasPrefix("heading/") }.count == 2)
        #expect(try await echo.stop(SIGINT).status == .code(0))
        try await bus.end()
    }
}
