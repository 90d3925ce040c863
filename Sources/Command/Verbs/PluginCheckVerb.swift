internal import Binnacle
internal import Launch

/// `binnacle plugin check`: what is wrong with plugins, before they are launched.
enum PluginCheckVerb {
    private static let plugins = Operand<String>(
        "plugin",
        "ids, or folders, which have a slash (default: all there are)",
        .repeated,
        completing: .plugins
    )

    static let declaration = Verb(
        "check",
        "Check manifests, and whether what they run is there",
        discussion: """
            Tells every fault as FILE:LINE:COLUMN: what; what to do. Exit status 1 where something
            keeps a plugin from running.
            """,
        operands: [plugins],
        options: [CommonOptions.json],
        examples: [.init("binnacle plugin check ./Plugins/depth", "one that may not be on the search path")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let search = PluginSearchPath.fromEnvironment()
        let given = arguments.all(plugins)
        var code = ExitCode.success
        for plugin in given.isEmpty ? search.ids() : given {
            let folder = try folder(of: plugin, search)
            let findings = search.check(folder: folder)
            if findings.contains(where: { $0.severity == .error }) { code = .failure }
            if arguments[CommonOptions.json] {
                try Output.line(json(folder, findings).line)
            } else if findings.isEmpty {
                try Output.line("\(folder): nothing is wrong")
            } else {
                for finding in findings { try Output.line("\(finding)") }
            }
        }
        return code
    }

    private static func folder(of plugin: String, _ search: PluginSearchPath) throws(CommandError) -> String {
        if plugin.contains("/") || plugin == "." {
            return plugin.count > 1 && plugin.hasSuffix("/") ? String(plugin.dropLast()) : plugin
        }
        guard let file = search.file(of: plugin) else { throw PluginVerb.missing(plugin, search) }
        return String(file.dropLast(Manifest.fileName.count + 1))
    }

    private static func json(_ folder: String, _ findings: [Finding]) -> JSONObject {
        var object = JSONObject()
        object.add("folder", folder)
        object.add("runs", !findings.contains { $0.severity == .error })
        object.add(
            "findings",
            findings.map { finding in
                var entry = JSONObject()
                entry.add("severity", finding.severity.rawValue)
                entry.add("file", finding.location.file)
                if finding.location.line > 0 {
                    entry.add("line", finding.location.line)
                    entry.add("column", finding.location.column)
                }
                entry.add("problem", finding.problem)
                entry.add("advice", finding.advice.isEmpty ? nil : finding.advice)
                return entry
            }
        )
        return object
    }
}
