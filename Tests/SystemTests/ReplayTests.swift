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
        let collector = try await bus.collector()
        let rig = try bus.start("launch", "\(Source.root)/Config/replay.yaml", "log=\(log)", "speed=\(speed)")
        // The place of the first row.
        let pin = "39.98359917663038,-75.15138695016503"
        let drop = try bus.start("pin", "drop", "--at", pin)
        #expect(try await drop.ended().status == .code(0))
        let outcome = try await rig.ended()
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
