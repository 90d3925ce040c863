internal import Binnacle
internal import Glibc
internal import Launch
internal import Platform

/// `binnacle plugin new`: a plugin that runs, to change into one's own.
enum PluginNewVerb {
    private static let name = Operand<NewPluginName>("name", "its id: a-z, 0-9, _ and -")
    private static let language = Option<PluginLanguage>(
        "language",
        "L",
        "what it is written in: \(PluginLanguage.allCases.map(\.rawValue).joined(separator: ", "))"
    )
    private static let parent = Option<String>(
        "in",
        "FOLDER",
        "where its folder is made",
        default: "Plugins",
        completing: .files
    )
    private static let source = Option<String>(
        "source",
        "FOLDER",
        "a checkout of Binnacle, for a plugin in Swift",
        completing: .files
    )

    static let declaration = Verb(
        "new",
        "Make a plugin that publishes a fixed position, to change into your own",
        discussion: """
            Makes a folder with a manifest, a program, and a test that launches it on a bus of its
            own. A plugin in Swift is built against a checkout of Binnacle: the one that this
            program was built in, else --source.
            """,
        operands: [name],
        options: [language, parent, source],
        examples: [.init("binnacle plugin new depth --language python", "Plugins/depth, ready to run")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let id = try arguments.required(name).text
        guard let language = arguments[language] else {
            throw CommandError(
                "say in what language: --language "
                    + PluginLanguage.allCases.map(\.rawValue).joined(separator: ", "),
                code: .usage
            )
        }
        let parent = arguments[parent] ?? "Plugins"
        guard !parent.isEmpty, !parent.contains(":") else {
            throw CommandError(
                "--in '\(parent)': plugins are looked for in folders that colons separate; name one without",
                code: .usage
            )
        }
        let folder = "\(parent)/\(id)"
        let search = PluginSearchPath.fromEnvironment()
        if let file = search.file(of: id) {
            throw CommandError("there is a plugin '\(id)' already, \(file); take another name")
        }
        if access(folder, F_OK) == 0 {
            throw CommandError("\(folder) is there already; take another name, or remove it")
        }
        let source =
            language == .swift ? try SourceCheckout.find(given: arguments[source], for: id).folder : ""
        try PluginTemplate(language, id: id, source: source).write(to: folder)
        for line in next(id, language, folder, isFound: search.file(of: id) != nil, in: parent) {
            try Output.line(line)
        }
        return .success
    }

    /// What to do with a plugin that has just been made.
    private static func next(
        _ id: String,
        _ language: PluginLanguage,
        _ folder: String,
        isFound: Bool,
        in parent: String
    ) -> [String] {
        var lines = ["made \(folder), a provider in \(language.title); it needs \(language.needs)"]
        if !isFound {
            lines.append("    export BINNACLE_PLUGIN_PATH=\(shell(parent))    # so that it is found")
        }
        if language.isBuilt { lines.append("    make -C \(shell(folder))") }
        return lines + [
            "    \(shell(folder))/test.sh",
            "    binnacle run \(id) latitude=54.5 longitude=10.25",
        ]
    }

    /// A word as a shell reads it.
    private static func shell(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "/._-+~".utf8.contains(byte)
            }
        }
        return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }
}

/// The id of a plugin that is to be made.
struct NewPluginName: ArgumentValue, Equatable {
    let text: String

    var argument: String { text }

    static func read(_ text: String) throws(UsageError) -> NewPluginName {
        do throws(MessageError) {
            try NodeName.check(text)
        } catch {
            throw UsageError(error.problem)
        }
        if let owner = LaunchPlan.owner(ofName: text) {
            throw UsageError("'\(text)' is \(owner)'s own name; take another")
        }
        return NewPluginName(text: text)
    }
}
