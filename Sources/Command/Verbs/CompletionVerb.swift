internal import Binnacle

/// `binnacle completion`: what a shell needs to finish words.
enum CompletionVerb {
    private static let shell = Operand<Shell>("shell", "bash")
    private static let words = Operand<String>(
        "word",
        "a command line, of which the last word is to be finished",
        .repeated
    )

    /// The line in place of words where the shell is to offer files.
    private static let filesMark = ":files"

    static let declaration = Verb(
        "completion",
        "Print a script with which the shell completes verbs, topics and nodes",
        discussion: """
            Topics and nodes are asked of the bus, which has 0.3 s to answer. With words, behind
            '--', prints what the last of them may become: that is what the script calls.
            """,
        operands: [shell, words],
        examples: [
            .init("source <(binnacle completion bash)", "for this shell; in ~/.bashrc for all"),
            .init("binnacle completion bash -- topic echo fi", "what the script asks for"),
        ],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let words = arguments.all(words)
        guard let last = words.last else {
            try Output.write(script)
            return .success
        }
        let completion = Program.verb.completion(of: words[...])
        if completion == .files { try Output.line(filesMark) }
        let found = await Candidates.words(for: completion, at: address(in: words))
        for word in found where word.hasPrefix(last) || last == "=" { try Output.line(word) }
        return .success
    }

    /// The bus that a command line speaks of, unless it is not typed to its end.
    private static func address(in words: [String]) -> BusAddress? {
        var environment = Arguments()
        let text = words.joined(separator: " ").split(separator: "--address", maxSplits: 1).dropFirst().first
        if let text {
            // A shell takes the address apart at its colons.
            let pieces = text.drop { " =".contains($0) }.replacing(" : ", with: ":")
            guard let address = pieces.split(separator: " ").first.flatMap({ try? BusAddress(String($0)) })
            else {
                return nil
            }
            environment.add(address, for: CommonOptions.address)
        }
        return try? BusConnection.address(environment)
    }

    static let script = #"""
        # Completion of binnacle for bash 4 and later: source <(binnacle completion bash)
        _binnacle() {
            local current=${COMP_WORDS[COMP_CWORD]}
            local -a found
            mapfile -t found < <("${COMP_WORDS[0]/#\~/$HOME}" completion bash -- \
                "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
            if [[ ${found[0]-} == :files ]]; then
                compopt -o filenames 2>/dev/null
                mapfile -t found < <(compgen -f -- "$current")
            fi
            COMPREPLY=("${found[@]}")
        }
        complete -F _binnacle binnacle

        """#
}

/// A shell that can complete.
enum Shell: String, ArgumentValue, CaseIterable {
    case bash

    static var completion: Completion { .words(allCases.map(\.rawValue)) }

    var argument: String { rawValue }

    static func read(_ text: String) throws(UsageError) -> Shell {
        guard let shell = Shell(rawValue: text) else {
            throw UsageError("'\(text)' is not one of \(allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return shell
    }
}
