import Platform
import Testing

@Suite("Strangers at the bus's sockets", .timeLimit(.minutes(5)))
struct StrangerTests {
    /// Connects, says what is no ZMTP, and waits until it is hung up on.
    private static let stranger = """
        import os, socket, time
        place = os.environ["BINNACLE_BUS"].removeprefix("ipc://") + "/publish"
        # The bus lets readers come back first.
        while not os.path.exists(place): time.sleep(0.01)
        peer = socket.socket(socket.AF_UNIX)
        peer.connect(place)
        peer.sendall(b"GET / HTTP/1.1\\r\\n\\r\\n")
        while peer.recv(100): pass
        """

    @Test(
        "a program that is started again and again is told once, and the count in the status grows",
        .enabled(if: Source.python != nil, Source.noPython)
    )
    func again() async throws {
        let bus = try await Bus()
        for _ in 0..<4 {
            let outcome = try await Program.run(
                try #require(Source.python),
                ["-c", Self.stranger],
                environment: bus.environment
            )
            #expect(outcome.status == .code(0), "\(outcome.error)")
        }
        let status = try await bus.run("topic", "echo", "status/bus", "--count", "3", "--timeout", "20")
        #expect(status.output.contains("no ZMTP"), "\(status.output)")
        try await bus.end()
        #expect(
            bus.program.complained.ranges(of: "does not speak ZMTP").count == 1,
            "\(bus.program.complained)"
        )
    }
}
