import Glibc
import Platform
import Testing

@Suite("What is at the address of a bus", .serialized, .timeLimit(.minutes(5)))
struct PresenceTests {
    /// Runs a verb that looks and one that would start a bus, and checks what both say.
    private func ask(
        _ scratch: Scratch,
        _ address: String,
        says words: String...,
        launching code: Int32 = 2,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let environment = scratch.environment.merging(["BINNACLE_BUS": address]) { $1 }
        let programs = try [(["topic", "list"], 1), (["run", "pins", "store=memory:"], code)].map {
            (try Program("binnacle", $0, environment: environment), $1)
        }
        for (program, code) in programs {
            let outcome = try await program.ended()
            #expect(outcome.status == .code(code), "\(outcome.error)", sourceLocation: location)
            for word in words {
                #expect(outcome.error.contains(word), "\(outcome.error)", sourceLocation: location)
            }
            let errors = outcome.error.split(separator: "\n").filter { !$0.hasPrefix("warning: ") }
            #expect(errors.count == 1, "\(outcome.error)", sourceLocation: location)
        }
    }

    @Test("a bus that is stopped is told from none, at its folder and at its ports") func stopped()
        async throws
    {
        let scratch = try Scratch()
        let place = try #require(scratch.environment["BINNACLE_BUS"])
        let bus = try Program("binnacle", ["bus", "--address", place, "--address", "tcp://127.0.0.1:*"])
        try await bus.until { $0.said.split(separator: "\n").count == 2 && $0.said.hasSuffix("\n") }
        let ports = String(try #require(bus.said.split(separator: "\n").last))
        bus.send(SIGSTOP)
        async let near: Void = ask(
            scratch,
            place,
            says: "something listens at \(place)/request",
            "held up or stopped"
        )
        async let far: Void = ask(
            scratch,
            ports,
            says: "something listens at tcp://127.0.0.1:",
            "held up or stopped"
        )
        _ = try await (near, far)
        bus.send(SIGCONT)
        #expect(try await bus.stop().status == .code(0))
        #expect(scratch.busIsGone)
    }

    @Test("a bus with keys that answers late is still heard out before a rig is started") func late()
        async throws
    {
        let bus = try await SecuredBus()
        bus.program.send(SIGSTOP)
        let rig = try bus.start("run", "pins", "store=memory:", key: nil)
        // Longer than a bus takes that is not held up.
        try await Task.sleep(for: .seconds(3))
        #expect(rig.isRunning, "\(rig.complained)")
        bus.program.send(SIGCONT)
        let outcome = try await rig.ended()
        #expect(outcome.status == .code(1))
        #expect(outcome.error.contains("lets in who has a key alone"), "\(outcome.error)")
        #expect(!outcome.error.contains("already"), "\(outcome.error)")
        try await bus.end()
    }

    @Test("a port where something listens that says nothing is told from a free one") func silent()
        async throws
    {
        let scratch = try Scratch()
        let foreign = try ForeignListener()
        let address = "tcp://127.0.0.1:\(foreign.port - 2)"
        try await ask(
            scratch,
            address,
            says: "something listens at tcp://127.0.0.1:\(foreign.port) but does not"
        )
        withExtendedLifetime(foreign) {}
    }

    @Test("a server of another protocol is named as no bus") func otherProtocol() async throws {
        let scratch = try Scratch()
        let foreign = try ForeignListener(saying: "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
        let address = "tcp://127.0.0.1:\(foreign.port - 2)"
        try await ask(scratch, address, says: address, "no bus", launching: 1)
        withExtendedLifetime(foreign) {}
    }

    @Test("a program at one of the other two ports is named as well") func neighbour() async throws {
        let scratch = try Scratch()
        let foreign = try ForeignListener()
        try await ask(
            scratch,
            "tcp://127.0.0.1:\(foreign.port)",
            says: "something listens at tcp://127.0.0.1:\(foreign.port) but does not answer as a bus"
        )
        withExtendedLifetime(foreign) {}
    }

    @Test("another program at the socket of requests is left alone and named") func foreignSocket()
        async throws
    {
        let scratch = try Scratch()
        let folder = "\(scratch.path)/bus"
        #expect(mkdir(folder, 0o700) == 0)
        let foreign = try ForeignListener(path: "\(folder)/request")
        try await ask(
            scratch,
            "ipc://\(folder)",
            says: "something listens at ipc://\(folder)/request but does not"
        )
        #expect(access("\(folder)/publish", F_OK) != 0)
        withExtendedLifetime(foreign) {}
    }

    @Test("the sockets that a killed bus has left are nobody's: verbs say so, and a rig starts its bus there")
    func stale() async throws {
        let scratch = try Scratch()
        let folder = "\(scratch.path)/bus"
        #expect(mkdir(folder, 0o700) == 0)
        for name in ["publish", "subscribe", "request"] {
            _ = try ForeignListener(path: "\(folder)/\(name)", isListening: false)
        }
        let list = try await Program.run("binnacle", ["topic", "list"], environment: scratch.environment)
        #expect(list.status == .code(1))
        #expect(
            list.error.contains("no bus answers at ipc://\(folder): nobody listens there"),
            "\(list.error)"
        )
        let rig = try Program("binnacle", ["run", "pins", "store=memory:"], environment: scratch.environment)
        try await rig.until { $0.complained.contains("pins: ready") || $0.said.contains("pins: ready") }
        #expect(try await rig.stop(SIGINT).status == .code(0))
    }

    @Test("a free port and a name that nobody has are told apart") func nobody() async throws {
        let scratch = try Scratch()
        let port: UInt16
        do { port = try ForeignListener().port }
        let free = try await Program.run(
            "binnacle",
            ["topic", "list", "--address", "tcp://127.0.0.1:\(port)"],
            environment: scratch.environment
        )
        #expect(free.status == .code(1))
        #expect(free.error.contains("nobody listens there"), "\(free.error)")
        try await ask(scratch, "tcp://nobody.invalid:7750", says: "'nobody.invalid' is not known")
    }
}
