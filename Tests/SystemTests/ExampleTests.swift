import Glibc
import Messages
import Platform
import Testing

@Suite("The examples in Python", .serialized, .timeLimit(.minutes(5)))
struct ExampleTests {
    private static let folder = "\(Source.root)/examples/python"

    @Test("a subscriber has at most ten lines and a provider at most twenty") func length() throws {
        for (name, limit) in ["subscribe.py": 10, "provide.py": 20] {
            let lines = try Source.text(of: "\(Self.folder)/\(name)").split(separator: "\n")
            #expect(lines.filter { $0.contains { $0 != " " } }.count <= limit, "\(name)")
        }
    }

    @Test(
        "the subscriber prints the fixes of a running rig",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func subscribe() async throws {
        let bus = try await Bus()
        let subscriber = try Program(
            try #require(Source.python),
            ["\(Self.folder)/subscribe.py"],
            environment: bus.environment
        )
        let rig = try bus.start("launch", "\(Source.root)/Config/demo.yaml", "speed=20")
        try await subscriber.until {
            $0.said.split(separator: "\n").filter { $0.hasPrefix("fix/fusion ") }.count > 10
        }
        for line in subscriber.said.split(separator: "\n").dropLast() {
            let fields = line.split(separator: " ", maxSplits: 2)
            let fix = try JSONValue.parse(
                String(try #require(fields.count == 3 ? fields[2] : nil, "\(line)"))
            )
            #expect(Int(fields[1]) != nil && fix["latitude"]?.number != nil, "\(line)")
        }
        try await rig.stop(SIGINT)
        try await subscriber.stop(SIGINT)
        try await bus.end()
    }

    @Test("what the provider sends arrives as fixes", .enabled(if: Source.python != nil, Source.noPython))
    func provide() async throws {
        let bus = try await Bus()
        let provider = try Program(
            try #require(Source.python),
            ["\(Self.folder)/provide.py"],
            environment: bus.environment
        )
        let echo = try await bus.run(
            "topic",
            "echo",
            "fix/phone",
            "--count",
            "2",
            "--json",
            "--timeout",
            "20"
        )
        #expect(echo.status == .code(0), "\(echo.error)")
        for line in echo.lines {
            let fix = try #require(try JSONValue.parse(String(line))["payload"])
            #expect(abs((fix["latitude"]?.number ?? 0) - 54.4) < 0.001)
            #expect(fix["technology"] == "simulated")
        }
        try await provider.stop(SIGINT)
        try await bus.end()
    }
}
