import Glibc
import Platform
import Testing

@Suite("An installation", .timeLimit(.minutes(3)))
struct InstallTests {
    @Test("runs the demo from its prefix with an empty environment, and is removed without a trace")
    func prefix() async throws {
        let scratch = try Scratch()
        let prefix = "\(scratch.path)/prefix"
        try await make("install", "PREFIX=\(prefix)")
        let demo = try await run(
            "\(prefix)/bin/binnacle launch \(prefix)/share/binnacle/launch/demo.yaml speed=0 --address ipc://\(scratch.path)/bus"
        )
        #expect(demo.status == .code(0), "\(demo.error)")
        #expect(demo.error.contains("return-arrow: ready"), "\(demo.error)")
        let plugins = try await run("\(prefix)/bin/binnacle plugin check")
        #expect(plugins.status == .code(0))
        #expect(plugins.lines.contains("\(prefix)/lib/binnacle/plugins/gps: nothing is wrong"))
        #expect(plugins.lines.count == Source.files(in: "\(Source.root)/Plugins").count)
        let completion = "\(prefix)/share/bash-completion/completions/binnacle"
        #expect(try Source.text(of: completion).contains("complete -F _binnacle binnacle"))
        #expect(Source.size(of: "\(prefix)/share/doc/binnacle/docs/plugins.md") > 0)
        // Once more over it, as for a newer version.
        try await make("install", "PREFIX=\(prefix)")
        try await make("uninstall", "PREFIX=\(prefix)")
        #expect(Source.files(in: scratch.path) == [])
    }

    @Test("is put below DESTDIR for a package, and leaves what is another's")
    func destination() async throws {
        let scratch = try Scratch()
        let own = "\(scratch.path)/stage/opt/bus/lib/binnacle/plugins/mine"
        try Directory.create(own, mode: 0o700)
        try await make("install", "PREFIX=/opt/bus", "DESTDIR=\(scratch.path)/stage")
        let version = try await run("\(scratch.path)/stage/opt/bus/bin/binnacle --version")
        #expect(version.output.hasPrefix("binnacle "))
        let list = try scratch.text(of: "stage/opt/bus/share/binnacle/installed")
        #expect(!list.contains("stage"), "the list names the folder in which a package was made")
        try await make("uninstall", "PREFIX=/opt/bus", "DESTDIR=\(scratch.path)/stage")
        let rest = try await Program.run("/usr/bin/find", ["\(scratch.path)/stage", "-type", "d", "-empty"])
        #expect(rest.output == "\(own)\n")
        let again = try await Program.run(
            "/usr/bin/make",
            ["-s", "-C", Source.root, "uninstall", "PREFIX=/opt/bus", "DESTDIR=\(scratch.path)/stage"]
        )
        #expect(again.status != .code(0))
        #expect(again.error.contains("nothing to remove"))
    }

    private func make(_ words: String...) async throws {
        let outcome = try await Program.run(
            "/usr/bin/make",
            ["-s", "-C", Source.root, "PROGRAMS=\(Program.folder)"] + words
        )
        try #require(outcome.status == .code(0), "\(outcome.output)\(outcome.error)")
    }

    /// Runs a command from the root, without any variable.
    private func run(_ line: String) async throws -> Program.Outcome {
        try await Program.run("/bin/sh", ["-c", "cd / && exec env -i \(line)"])
    }
}
