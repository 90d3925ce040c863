import Glibc
import Platform
import Testing

@Suite(
    "The client in Python",
    .serialized,
    .enabled(if: Source.python != nil, Source.noPython),
    .timeLimit(.minutes(5))
)
struct PythonClientTests {
    private static let folder = "\(Source.root)/examples/python"

    @Test(
        "its own tests pass against this bus, with threads and with asyncio, over files and over the loopback"
    )
    func ownTests() async throws {
        let scratch = try Scratch()
        // What the interpreter compiles is not written beside the sources.
        let outcome = try await Program.run(
            try #require(Source.python),
            [
                "-B", "-W", "error", "-m", "unittest", "discover", "-s", "\(Self.folder)/tests", "-t",
                Self.folder,
            ],
            environment: scratch.environment.merging(["BINNACLE_PROGRAM": "\(Program.folder)/binnacle"]) {
                $1
            }
        )
        #expect(outcome.status == .code(0), "\(outcome.error)")
        let verdict = outcome.error.split(separator: "\n").last ?? ""
        if verdict != "OK" { Issue.record("not all were tried: \(outcome.error)", severity: .warning) }
    }

    @Test("pip installs it without a network") func install() async throws {
        let scratch = try Scratch()
        let python = try #require(Source.python)
        let tools = try await Program.run(python, ["-c", "import setuptools, wheel, pip"])
        guard tools.status == .code(0) else {
            Issue.record("pip is not tried: \(python) lacks pip, setuptools or wheel", severity: .warning)
            return
        }
        // A build leaves files beside the sources.
        let copied = try await Program.run("/bin/cp", ["-r", Self.folder, "\(scratch.path)/python"])
        #expect(copied.status == .code(0))
        let target = "\(scratch.path)/installed"
        let installed = try await Program.run(
            python,
            [
                "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation",
                "--disable-pip-version-check", "--root-user-action=ignore", "--target", target,
                "\(scratch.path)/python",
            ]
        )
        #expect(installed.status == .code(0), "\(installed.error)")
        let used = try await Program.run(
            python,
            ["-c", "import binnacle, binnacle.aio; print(binnacle.__file__)"],
            environment: ["PYTHONPATH": target]
        )
        #expect(used.output == "\(target)/binnacle/__init__.py\n", "\(used.error)")
    }
}
