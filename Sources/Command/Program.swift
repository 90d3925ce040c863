internal import Glibc
internal import Platform

/// The command `binnacle`.
@main
enum Program {
    /// The version that `--version` prints.
    static let version = "0.1.0"

    /// Every verb, in the order in which the help lists them.
    static let verb = Verb(
        "binnacle",
        "Sensors, fusion and the way back on one message bus",
        discussion: """
            Data goes to standard output, everything else to standard error.
            Exit status: 0 done, 1 failed, 2 wrong usage, 3 nothing came in time,
            130 interrupted before it was done.
            The bus is at --address, else $BINNACLE_BUS, else
            ipc://$XDG_RUNTIME_DIR/binnacle, else ipc:///tmp/binnacle-<uid>.
            """,
        options: [Flag("version", "print the version and end")],
        examples: [
            .init("binnacle launch Config/demo.yaml --watch", "a simulated walk away from a pin and back"),
            .init("binnacle topic echo fix/fusion --json", "every chosen fix, a JSON object a line"),
            .init("binnacle help topic echo", "explain a verb"),
        ],
        verbs: [
            LaunchVerb.declaration, RunVerb.declaration, PsVerb.declaration, ReadyVerb.declaration,
            OrderVerbs.start, OrderVerbs.stop, OrderVerbs.restart, LogsVerb.declaration,
            SetVerb.declaration, DownVerb.declaration, BusVerb.declaration, KeysVerb.declaration,
            WatchVerb.declaration,
            TopicVerb.declaration, NodeVerb.declaration, PinVerb.declaration, CallVerb.declaration,
            PluginVerb.declaration, DecodeVerb.declaration,
            MagneticVerb.declaration, GeodesicVerb.declaration,
            TopVerb.declaration, CapabilitiesVerb.declaration, LocationVerb.declaration,
            DoctorVerb.declaration,
            CompletionVerb.declaration,
        ]
    )

    static func main() async {
        // A reader that goes away is noticed where it is written to, so that what was started can be stopped first.
        signal(SIGPIPE, SIG_IGN)
        if let place = ThisProcess.firstArgumentNotInUTF8 {
            // Repaired, it would be another file's name, or another value for a program.
            Output.say(
                "binnacle: argument \(place) is not UTF-8; rename the file, or write the value in UTF-8"
            )
            exit(ExitCode.usage.rawValue)
        }
        let code = await run(Array(CommandLine.arguments.dropFirst()))
        exit(code.rawValue)
    }

    /// Does what a command line asks for, and says what failed.
    private static func run(_ words: [String]) async -> ExitCode {
        var path = verb.name
        do {
            switch try verb.parse(words[...], path: path) {
            case .help(let verb, let path):
                try Output.write(verb.help(path: path))
            case .run(let verb, let found, let arguments):
                path = found
                if let body = verb.body { return try await body(arguments) }
                // The one option that stands in place of a verb.
                try Output.line("binnacle \(version)")
            }
            return .success
        } catch let error as UsageError {
            let verb = error.verb ?? path
            Output.say("\(verb): \(error)\nSee '\(verb) --help'.")
            return .usage
        } catch is ClosedPipe {
            endByPipe()
        } catch is Interrupted {
            return .interrupted
        } catch is CheckFailed {
            return .usage
        } catch {
            Output.say("\(path): \(error)")
            return (error as? CommandError)?.code ?? .failure
        }
    }

    /// Ends as any program ends that writes to a closed pipe: by the signal, in silence.
    private static func endByPipe() -> Never {
        Interrupt.end(by: SIGPIPE)
        exit(128 + SIGPIPE)
    }
}
