import Glibc
import Platform
import Testing

@Suite("A recorded drive through the whole rig", .serialized, .timeLimit(.minutes(5)))
struct ReplayTests {
    @Test(
        "every row arrives as a fix, and headings, arrows and directions are as the references have them",
        .enabled(if: Source.data != nil, Source.noData),
        .enabled(if: Source.python != nil, Source.noPython),
        arguments: ["0", "20"]
    )
    func drive(speed: String) async throws {
        let bus = try await Bus()
        let data = try #require(Source.data)
        let log = "\(data)/drive/drive-a.csv"
        // The place of the first row; the pin outlives the node that keeps it.
        let pin = "39.98359917663038,-75.15138695016503"
        let keeper = try bus.start("run", "pins")
        let drop = try await bus.run("pin", "drop", "--at", pin, "--wait", "20")
        #expect(drop.status == .code(0), "\(drop.error)")
        try await keeper.stop()
        let collector = try await bus.collector()
        let outcome = try await bus.run(
            "launch",
            "\(Source.root)/Config/replay.yaml",
            "log=\(log)",
            "speed=\(speed)"
        )
        #expect(outcome.status == .code(0), "\(outcome.error)")
        try await collector.stop()
        let check = try await Program.run(
            try #require(Source.python),
            [Source.script("check_drive.py"), "\(bus.scratch.path)/messages.jsonl", log, pin]
        )
        #expect(check.status == .code(0), "\(check.output)\(check.error)")
        try await bus.end()
    }
}
