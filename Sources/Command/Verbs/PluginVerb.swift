internal import Binnacle
internal import Launch
internal import Rules
internal import Text

/// `binnacle plugin`: what there is to run.
enum PluginVerb {
    private static let plugin = Operand<String>("plugin", "its id", completing: .plugins)

    static let declaration = Verb(
        "plugin",
        "Tell which plugins there are and what they take, check them, make new ones",
        discussion: """
            Plugins are looked for in $BINNACLE_PLUGIN_PATH, ./Plugins,
            ~/.local/share/binnacle/plugins, ../lib/binnacle/plugins from this program's folder, and
            /usr/lib/binnacle/plugins.
            """,
        verbs: [
            Verb("list", "List plugins", options: [CommonOptions.json], body: runList),
            Verb(
                "info",
                "Explain a plugin: its topics and parameters",
                operands: [plugin],
                options: [CommonOptions.json],
                examples: [.init("binnacle plugin info replay", "what 'binnacle run replay' takes")],
                body: runInfo
            ),
            PluginCheckVerb.declaration, PluginNewVerb.declaration,
        ]
    )

    @Sendable private static func runList(_ arguments: Arguments) async throws -> ExitCode {
        let (manifests, findings) = PluginSearchPath.fromEnvironment().all()
        for finding in findings { Output.say("\(finding)") }
        if arguments[CommonOptions.json] {
            for manifest in manifests { try Output.line(json(manifest).line) }
        } else {
            var table = Table("PLUGIN", "VERSION", "KIND", "SUMMARY")
            for manifest in manifests {
                table.add([manifest.id, manifest.version, manifest.kind.rawValue, manifest.summary])
            }
            for line in table.lines { try Output.line(line) }
        }
        return .success
    }

    @Sendable private static func runInfo(_ arguments: Arguments) async throws -> ExitCode {
        let id = try arguments.required(plugin)
        let search = PluginSearchPath.fromEnvironment()
        guard let (manifest, findings) = search.find(id) else { throw missing(id, search) }
        for finding in findings { Output.say("\(finding)") }
        guard let manifest else { return .failure }
        if arguments[CommonOptions.json] {
            try Output.line(json(manifest).line)
        } else {
            for line in lines(manifest) { try Output.line(line) }
        }
        return .success
    }

    /// That there is no such plugin, and which one may have been meant.
    static func missing(_ id: String, _ search: PluginSearchPath) -> CommandError {
        let guess = Suggestion.nearest(to: id, among: search.ids()).map { "; did you mean '\($0)'?" } ?? ""
        return CommandError("there is no plugin '\(id)'\(guess)")
    }

    static func lines(_ manifest: Manifest) -> [String] {
        var lines = [
            "\(manifest.id) \(manifest.version), \(manifest.kind.rawValue)",
            manifest.summary,
            "folder      \(manifest.folder)",
        ]
        let rows = [
            ("publishes ", manifest.publishes.map(\.description)),
            ("subscribes", manifest.subscribes.map(\.description)),
            ("requires  ", manifest.requires.map(\.rawValue)),
            ("provides  ", manifest.provides.map(\.rawValue)),
        ]
        for (name, values) in rows where !values.isEmpty {
            lines.append("\(name)  \(values.joined(separator: ", "))")
        }
        guard !manifest.parameters.isEmpty else { return lines + ["parameters  none"] }
        var table = Table("PARAMETER", "DEFAULT", "UNIT", "VALUES", "DESCRIPTION")
        for parameter in manifest.parameters {
            let fallback =
                parameter.defaultValue.map(\.text) ?? (parameter.isRequired ? "(required)" : "-")
            table.add([
                parameter.name, fallback, parameter.unit ?? "", parameter.values, parameter.description ?? "",
            ])
        }
        return lines + table.lines
    }

    static func json(_ manifest: Manifest) -> JSONObject {
        var object = JSONObject()
        object.add("id", manifest.id)
        object.add("version", manifest.version)
        object.add("kind", manifest.kind.rawValue)
        object.add("summary", manifest.summary)
        object.add("folder", manifest.folder)
        object.add("run", manifest.run)
        object.add("publishes", manifest.publishes.map(\.description))
        object.add("subscribes", manifest.subscribes.map(\.description))
        object.add("requires", manifest.requires.map(\.rawValue))
        object.add("provides", manifest.provides.map(\.rawValue))
        object.add("contract", manifest.contract?.description)
        object.add("parameters", manifest.schema)
        return object
    }
}
