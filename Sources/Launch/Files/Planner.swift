internal import Rules
internal import Text

/// Makes a plan of a launch file: gives arguments their values, nodes their plugins, and checks how they hang together.
struct Planner {
    /// A launch file of the rig with its arguments' values: the one that is launched, or one that is included.
    struct Scope {
        let file: LaunchFile
        let substitution: Substitution
        /// What is added to the environment of its nodes, and where each variable comes from.
        var environment: [String: (value: String, origin: String)]
        let defaults: NodeDefaults
        /// Where lines go by default, `<name>` still in it.
        let output: (path: String?, location: SourceLocation)?
    }

    /// A node and the file that it is in.
    struct Declared {
        let node: NodeDeclaration
        let scope: Int
    }

    let search: PluginSearchPath
    var findings: Findings
    var scopes: [Scope] = []
    var declared: [Declared] = []

    /// How many files there may be in a rig.
    private static let mostFiles = 64

    init(search: PluginSearchPath, findings: Findings) {
        self.search = search
        self.findings = findings
    }

    /// Plans the rig; what is wrong is in `findings`.
    mutating func plan(_ file: LaunchFile, given: [String: String]) -> LaunchPlan {
        let gifts = given.mapValues {
            ArgumentDeclaration.Gift(value: .text($0), location: .commandLine, folder: ".")
        }
        gather(file, gifts, parent: nil, path: [Paths.canonical(file.path)])
        checkNames()
        checkPredecessors()
        let active = declared.filter { isActive($0.node.condition, of: $0) }
        let names = Set(active.map(\.node.name))
        var nodes: [PlannedNode] = []
        for entry in active {
            guard var node = node(entry) else { continue }
            node.after = entry.node.after.filter { names.contains($0.name) }.map { dependency($0) }
            nodes.append(node)
        }
        var plan = LaunchPlan(description: file.description, nodes: nodes)
        plan.file = file.path
        plan.bus = bus(file)
        if findings.allowStart { warnOfUnwrittenTopics(plan) }
        return plan
    }

    // MARK: Files

    private mutating func gather(
        _ file: LaunchFile,
        _ gifts: [String: ArgumentDeclaration.Gift],
        parent: Int?,
        path: [String]
    ) {
        let substitution = arguments(of: file, gifts)
        let outer = parent.map { scopes[$0] }
        let defaults = file.defaults.over(outer?.defaults ?? NodeDefaults())
        var scope = Scope(
            file: file,
            substitution: substitution,
            environment: outer?.environment ?? [:],
            defaults: defaults,
            output: file.defaults.output.map {
                (self.output($0, substitution, of: "'defaults'"), $0.location)
            } ?? outer?.output
        )
        scope.environment.merge(environment(file.environment, substitution, of: "the launch file")) { $1 }
        scope.environment.merge(environment(file.defaults.environment, substitution, of: "'defaults'")) { $1 }
        let index = scopes.count
        scopes.append(scope)
        if parent != nil, let bus = file.bus {
            findings.warning(
                bus.location,
                "'bus' of an included file is passed over",
                advice: "say it in the file that is launched"
            )
        }
        for inclusion in file.inclusions { include(inclusion, from: index, path: path) }
        declared += file.nodes.map { Declared(node: $0, scope: index) }
    }

    private mutating func include(_ inclusion: Inclusion, from parent: Int, path: [String]) {
        let substitution = scopes[parent].substitution
        guard isActive(inclusion.condition, substitution, of: "'include'"),
            let written = substitution.text(inclusion.file, as: "'file' of 'include'", &findings)
        else { return }
        let location = inclusion.file.location
        let file = Paths.join(scopes[parent].file.folder, written)
        let identity = Paths.canonical(file)
        if let start = path.firstIndex(of: identity) {
            let names = (path[start...] + [identity]).map { Paths.name(of: $0) }
            findings.error(
                location,
                "launch files include each other: \(names.joined(separator: " includes "))",
                advice: "remove one 'include'"
            )
            return
        }
        guard scopes.count < Self.mostFiles else {
            findings.error(location, "more than \(Self.mostFiles) launch files")
            return
        }
        do throws(Finding) {
            let bytes = try TextFile.read(file)
            guard let included = LaunchFile.read(bytes, path: file, &findings) else { return }
            let known = included.arguments.map(\.name)
            var gifts: [String: ArgumentDeclaration.Gift] = [:]
            for entry in inclusion.arguments {
                guard known.contains(entry.key) else {
                    findings.error(
                        entry.keyLocation,
                        "\(file) has no argument '\(entry.key)'",
                        advice: known.isEmpty
                            ? "it has none" : Suggestion.advice(for: entry.key, among: known, "it has")
                    )
                    continue
                }
                gifts[entry.key] = ArgumentDeclaration.Gift(
                    value: substitution.given(entry.value, as: "argument '\(entry.key)'", &findings),
                    location: entry.value.location,
                    folder: substitution.folder
                )
            }
            gather(included, gifts, parent: parent, path: path + [identity])
        } catch {
            findings.error(location, "'\(written)' \(error.problem)", advice: error.advice)
        }
    }

    // MARK: Arguments

    private mutating func arguments(of file: LaunchFile, _ gifts: [String: ArgumentDeclaration.Gift])
        -> Substitution
    {
        var substitution = Substitution(folder: Paths.absolute(file.folder))
        let names = file.arguments.map(\.name)
        for name in gifts.keys.sorted() where !names.contains(name) {
            findings.error(
                .commandLine,
                "\(file.path) has no argument '\(name)'",
                advice: names.isEmpty ? "it has none" : Suggestion.advice(for: name, among: names, "it has")
            )
        }
        for argument in file.arguments {
            let gift = gifts[argument.name]
            let value = argument.value(given: gift, folder: substitution.folder, &findings)
            substitution.arguments.updateValue(value, forKey: argument.name)
            let fallback = argument.fallback.map { "by default (\($0.location))" }
            substitution.origins[argument.name] = gift.map { "from \($0.location)" } ?? fallback
        }
        return substitution
    }

    mutating func environment(
        _ entries: [YAMLNode.Entry],
        _ substitution: Substitution,
        of owner: String
    ) -> [String: (value: String, origin: String)] {
        var variables: [String: (value: String, origin: String)] = [:]
        for entry in entries {
            if entry.key.isEmpty || entry.key.contains("=") || entry.key.contains("\0") {
                findings.error(entry.keyLocation, "'\(entry.key)' cannot be a variable's name")
            } else if entry.key.hasPrefix("BINNACLE_"), entry.key != "BINNACLE_LOG_LEVEL" {
                findings.error(
                    entry.keyLocation,
                    "\(entry.key) is set by the launcher",
                    advice: "leave it out"
                )
            } else {
                let what = "\(entry.key) in the environment of \(owner)"
                guard let value = substitution.text(entry.value, as: what, &findings) else { continue }
                variables[entry.key] = (value, substitution.origin(of: entry.value))
            }
        }
        return variables
    }
}
