import Glibc
import Platform
import Testing

@Suite("What the programs link", .timeLimit(.minutes(2)))
struct LinkageTests {
    @Test("no program links Foundation or libzmq, or what they bring along") func libraries() async throws {
        let programs = Source.files(in: Program.folder).filter { name in
            ["binnacle", "binnacle-bus"].contains(name)
                || Source.files(in: "\(Source.root)/Plugins").contains { name == "binnacle-\($0)" }
        }
        #expect(programs.count == 8, "\(programs)")
        for program in programs {
            let outcome = try await Program.run("/usr/bin/ldd", ["\(Program.folder)/\(program)"])
            #expect(outcome.status == .code(0), "\(outcome.error)")
            #expect(outcome.output.contains("libc.so"), "\(program)")
            for library in ["Foundation", "libicu", "libxml2", "libcurl", "libzmq", "libsodium"] {
                #expect(!outcome.output.contains(library), "\(program) links \(library)")
            }
        }
    }

    @Test("libzmq is opened where TCP is spoken, and nowhere else") func opened() async throws {
        let bus = try await Bus()
        let port = try bus.start("bus", "--address", "tcp://127.0.0.1:*")
        try await port.until { $0.said.contains("tcp://127.0.0.1:") }
        #expect(Processes.maps("libzmq", port.pid))

        let near = try bus.start("topic", "echo", "status/bus")
        try await near.until { !$0.said.isEmpty }
        #expect(!Processes.maps("libzmq", near.pid))
        #expect(!Processes.maps("libzmq", bus.program.pid))

        _ = try await near.stop(SIGINT)
        #expect(try await port.stop().status == .code(0))
        try await bus.end()
    }
}
