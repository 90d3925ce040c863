import Platform
import Testing

@Suite("What the programs link", .timeLimit(.minutes(1)))
struct LinkageTests {
    @Test("no program links Foundation or what it brings along") func foundation() async throws {
        let programs = Source.files(in: Program.folder).filter { name in
            ["binnacle", "binnacle-bus"].contains(name)
                || Source.files(in: "\(Source.root)/Plugins").contains { name == "binnacle-\($0)" }
        }
        #expect(programs.count == 8, "\(programs)")
        for program in programs {
            let outcome = try await Program.run("/usr/bin/ldd", ["\(Program.folder)/\(program)"])
            #expect(outcome.status == .code(0), "\(outcome.error)")
            #expect(outcome.output.contains("libzmq"), "\(program)")
            for library in ["Foundation", "libicu", "libxml2", "libcurl"] {
                #expect(!outcome.output.contains(library), "\(program) links \(library)")
            }
        }
    }
}
