internal import Rules

extension LaunchPlan {
    /// Reads a launch file and checks everything it says.
    ///
    /// - Parameters:
    ///   - file: the launch file's path.
    ///   - arguments: what the command line gives, by name; relative paths are seen from the working directory.
    ///   - search: where plugins are looked for.
    /// - Returns: the plan, unless there are errors, and all findings.
    public static func load(
        _ file: String,
        arguments: [String: String] = [:],
        search: PluginSearchPath
    ) -> Loaded {
        do throws(Finding) {
            return draft(try TextFile.read(file), file: file, arguments: arguments, search: search)
        } catch {
            return Loaded(draft: nil, findings: [error])
        }
    }

    /// What a launch file or a command line has given.
    public struct Loaded: Sendable {
        /// What could be made of it; incomplete where there are errors.
        public let draft: LaunchPlan?
        /// All that was found.
        public let findings: [Finding]

        /// The plan, unless there are errors.
        public var plan: LaunchPlan? { findings.contains { $0.severity == .error } ? nil : draft }
    }

    /// Reads the bytes of a launch file and checks everything it says.
    package static func read(
        _ bytes: [UInt8],
        file: String,
        arguments: [String: String] = [:],
        search: PluginSearchPath
    ) -> (plan: LaunchPlan?, findings: [Finding]) {
        let loaded = draft(bytes, file: file, arguments: arguments, search: search)
        return (loaded.plan, loaded.findings)
    }

    private static func draft(
        _ bytes: [UInt8],
        file: String,
        arguments: [String: String],
        search: PluginSearchPath
    ) -> Loaded {
        var findings = Findings()
        guard let launchFile = LaunchFile.read(bytes, path: file, &findings) else {
            return Loaded(draft: nil, findings: findings.all)
        }
        var planner = Planner(search: search, findings: findings)
        let plan = planner.plan(launchFile, given: arguments)
        return Loaded(draft: plan, findings: planner.findings.all)
    }

    /// Plans one plugin alone, as a required node.
    ///
    /// - Parameters:
    ///   - plugin: the plugin's id.
    ///   - name: the node's name; nil for the plugin's id.
    ///   - parameters: what the command line gives, by name; relative paths are seen from the working directory.
    ///   - search: where plugins are looked for.
    /// - Returns: the plan, unless there are errors, and all findings.
    public static func single(
        plugin: String,
        name: String? = nil,
        parameters: [String: String] = [:],
        search: PluginSearchPath
    ) -> Loaded {
        var findings = Findings()
        let name = name ?? plugin
        let isReserved = Names.reserved[name] != nil
        if !Names.isValid(name) || isReserved {
            findings.error(
                .commandLine,
                "'\(name)' cannot be a node's name",
                advice: isReserved ? "" : Names.rule
            )
        }
        var resolver = PluginResolver(search: search, findings: findings)
        guard let manifest = resolver.manifest(plugin, at: .commandLine) else {
            return Loaded(draft: nil, findings: resolver.findings.all)
        }
        let given = parameters.sorted { $0.key < $1.key }.map { parameter in
            GivenParameter(
                name: parameter.key,
                location: .commandLine,
                value: .text(parameter.value),
                valueLocation: .commandLine
            )
        }
        var node = resolver.node(
            name: name,
            manifest,
            given,
            of: "plugin '\(plugin)'",
            at: .commandLine,
            folder: "."
        )
        node?.isRequired = true
        let plan = node.map { LaunchPlan(description: manifest.summary, nodes: [$0]) }
        return Loaded(draft: plan, findings: resolver.findings.all)
    }
}
