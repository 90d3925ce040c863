import Testing

@testable import Command

@Suite("Completion", .timeLimit(.minutes(1)))
struct CompletionTests {
    private func completion(_ words: String...) -> Completion {
        Program.verb.completion(of: words[...])
    }

    private func words(_ completion: Completion) -> [String] {
        if case .words(let words) = completion { words } else { [] }
    }

    @Test("verbs are offered where a verb stands") func verbs() {
        #expect(words(completion("")).contains("topic"))
        #expect(
            words(completion("topic", "e")) == ["list", "info", "pub", "echo", "hz", "bw", "delay", "help"]
        )
        #expect(words(completion("help", "topic", "")).contains("delay"))
        #expect(completion("frobnicate", "") == .nothing)
        #expect(completion() == .nothing)
    }

    @Test("options are offered once, behind a dash") func options() {
        let all = words(completion("topic", "hz", "-"))
        #expect(all.contains("--window") && all.contains("--help"))
        #expect(!words(completion("topic", "hz", "--window", "5", "fix/", "--")).contains("--window"))
        #expect(words(completion("-")) == ["--version", "--help"])
    }

    @Test(
        "an operand is completed by what it means",
        arguments: [
            (["topic", "echo", ""], Completion.topics), (["topic", "hz", "--count", "3", "f"], .topics),
            (["topic", "info", "--json", "f"], .topics), (["node", "info", ""], .nodes),
            (["call", ""], .methods),
            (["run", ""], .plugins), (["plugin", "info", ""], .plugins),
            (["plugin", "check", ""], .plugins), (["plugin", "new", "x", "--source", ""], .files),
            (["plugin", "new", "x", "--language", "p"], .words(["swift", "python", "c", "cpp"])),
            (["launch", ""], .files),
            (["launch", "demo.yaml", "spe"], .nothing), (["topic", "echo", "fix/gps", ""], .nothing),
            (["pin", "list", "--node", ""], .nodes), (["pin", "list", "--node", "=", "p"], .nodes),
            (["topic", "hz", "--count", ""], .nothing), (["topic", "echo", "--", "--"], .topics),
            (["topic", "echo", "--address", "tcp", ":", "//127.0.0.1", ":", "7750", ""], .topics),
            (["completion", ""], .words(["bash"])),
        ]
    ) func operands(words: [String], expected: Completion) {
        #expect(Program.verb.completion(of: words[...]) == expected)
    }
}
