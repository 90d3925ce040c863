import Glibc
import Messages
import Platform
import Testing

@Suite(
    "A disk that is full",
    .serialized,
    .timeLimit(.minutes(30)),
    .enabled(if: Source.python != nil, Source.noPython),
    .enabled(if: geteuid() == 0, "only root can mount a small disk")
)
struct FaultDiskTests {
    @Test(
        "pins say so and keep what they have acknowledged, the bus goes on, and with room all is well again"
    )
    func full() async throws {
        let disk = try await SmallDisk()
        let rig = try await FaultRig.started(["XDG_STATE_HOME": disk.path])
        _ = try await rig.startClient()
        var pins = try rig.startPins()
        let first = try await rig.run("pin", "drop", "first", "--at", "54.5,10.25", "--wait", "20")
        #expect(first.status == .code(0), "\(first.error)")
        var kept = 1
        for round in 0..<FaultSeries.rounds {
            try disk.fill()
            var refused: Program.Outcome?
            // The store's own files have some room yet.
            for number in 0..<2000 where refused == nil {
                let drop = try await rig.run(
                    "pin",
                    "drop",
                    "\(round) \(number)",
                    "--at",
                    "54.5,10.25",
                    "--wait",
                    "20"
                )
                if drop.status == .code(0) { kept += 1 } else { refused = drop }
            }
            let told = try #require(refused, "the disk was never full")
            #expect(told.status == .code(1) && told.error.contains("make room on the disk"), "\(told.error)")
            let nodes = try await rig.run("node", "list", "--json")
            #expect(nodes.output.contains("degraded"), "\(nodes.output)")
            #expect(try await rig.run("pin", "list", "--json").lines.count == kept)
            try await rig.flow()
            // Who is killed with a full disk has what it has acknowledged, too.
            if round % 2 == 1 {
                #expect(try await pins.stop(SIGKILL).status == .signal(SIGKILL))
                disk.makeRoom()
                pins = try rig.startPins()
            }
            disk.makeRoom()
            let drop = try await rig.run(
                "pin",
                "drop",
                "after \(round)",
                "--at",
                "54.5,10.25",
                "--wait",
                "20"
            )
            #expect(drop.status == .code(0), "\(drop.error)")
            kept += 1
            #expect(try await rig.run("pin", "list", "--json").lines.count == kept)
            try await eventually("the node is ready again") {
                let list = try await rig.run("node", "list", "--json")
                return !list.output.contains("degraded")
            }
        }
        #expect(try await pins.stop().status == .code(0))
        let figures = try await rig.end()
        guard case .array(let clients)? = figures["clients"] else { return }
        #expect(clients.first?["lost"]?.number == 0 && figures["missing"]?.number == 0, "\(figures)")
        FaultSeries.report("full disk", "\(kept) pins kept: \(figures)")
        try await disk.unmount()
    }
}

/// A disk of half a megabyte, of a test's own.
private final class SmallDisk: Sendable {
    let path: String
    private let scratch: Scratch

    init() async throws {
        scratch = try Scratch()
        path = "\(scratch.path)/disk"
        mkdir(path, 0o700)
        let mount = try await Program.run(
            "/usr/bin/mount",
            ["-t", "tmpfs", "-o", "size=512k", "tmpfs", path]
        )
        try #require(mount.status == .code(0), "\(mount.error)")
    }

    /// Takes all room that is left.
    func fill() throws {
        let descriptor = OwnedDescriptor(
            try SystemFile.open("\(path)/ballast", O_CREAT | O_WRONLY | O_APPEND)
        )
        while let count = try? descriptor.write([UInt8](repeating: 1, count: 4096)), count > 0 {}
    }

    func makeRoom() { unlink("\(path)/ballast") }

    func unmount() async throws {
        let outcome = try await Program.run("/usr/bin/umount", [path])
        #expect(outcome.status == .code(0), "\(outcome.error)")
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }
}
