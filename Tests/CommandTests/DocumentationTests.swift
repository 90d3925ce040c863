import Foundation
import Testing

@testable import Command

@Suite("The documentation of the command line", .timeLimit(.minutes(1)))
struct DocumentationTests {
    /// The verbs that `docs/command-line.md` explains.
    private static let documented = [
        "launch", "ps", "ready", "start", "stop", "restart", "logs", "set", "down", "topic", "node", "top",
        "watch", "doctor", "completion", "plugin", "capabilities", "location", "decode",
    ]

    @Test("it has the usage of every verb that looks inside or controls a rig", arguments: documented)
    func usage(name: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/command-line.md"), encoding: .utf8)
        let verb = try #require(Program.verb.verbs.first { $0.name == name })
        for line in verb.usage(path: "binnacle \(name)") {
            #expect(text.contains("    \(line)\n"))
        }
    }
}
