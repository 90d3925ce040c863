internal import Text

/// Makes a plan of a launch file: gives arguments their values, nodes their plugins, and checks how they hang together.
struct Planner {
    private let file: LaunchFile
    private let search: PluginSearchPath
    private var substitution: Substitution
    private(set) var findings: Findings

    init(file: LaunchFile, search: PluginSearchPath, findings: Findings) {
        self.file = file
        self.search = search
        self.findings = findings
        substitution = Substitution(folder: Paths.absolute(file.folder))
    }

    /// Plans the rig; what is wrong is in `findings`.
    mutating func plan(given: [String: String]) -> LaunchPlan {
        takeArguments(given)
        let common = environment(file.environment, of: "the launch file")
        let active = file.nodes.filter { isActive($0) }
        let names = Set(active.map(\.name))
        checkPredecessors()
        var nodes: [PlannedNode] = []
        for declaration in active {
            guard var node = node(declaration) else { continue }
            let own = environment(declaration.environment, of: "node '\(declaration.name)'")
            node.environment = common.merging(own) { _, own in own }
            node.after = declaration.after.filter { names.contains($0.name) }.map { dependency($0) }
            node.restart = declaration.restart
            node.stop = declaration.stop
            node.isRequired = declaration.isRequired
            nodes.append(node)
        }
        let plan = LaunchPlan(description: file.description, nodes: nodes)
        if findings.allowStart { warnOfUnwrittenTopics(plan) }
        return plan
    }

    // MARK: Arguments

    private mutating func takeArguments(_ given: [String: String]) {
        let names = file.arguments.map(\.name)
        for name in given.keys.sorted() where !names.contains(name) {
            findings.error(
                .commandLine,
                "\(file.path) has no argument '\(name)'",
                advice: names.isEmpty ? "it has none" : Suggestion.advice(for: name, among: names, "it has")
            )
        }
        let folder = substitution.folder
        for argument in file.arguments {
            let value = argument.value(given: given[argument.name], folder: folder, &findings)
            substitution.arguments.updateValue(value, forKey: argument.name)
        }
    }

    private mutating func environment(_ entries: [YAMLNode.Entry], of owner: String) -> [String: String] {
        var variables: [String: String] = [:]
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
                variables[entry.key] = substitution.text(entry.value, as: what, &findings)
            }
        }
        return variables
    }

    /// Whether a node's `if` holds: an argument, `not` one, or true or false.
    private mutating func isActive(_ node: NodeDeclaration) -> Bool {
        guard let condition = node.condition else { return true }
        let advice = "give an argument of type boolean, or 'not' and one"
        guard case .scalar(let text, _) = condition.content else {
            findings.error(
                condition.location,
                "'if' of node '\(node.name)' is \(condition.kind)",
                advice: advice
            )
            return false
        }
        if case .boolean(let value) = Value(plain: text) { return value }
        let isNegated = text.hasPrefix("not ")
        var name = String(isNegated ? text.dropFirst(4) : Substring(text))
        if name.hasPrefix("${"), name.hasSuffix("}") { name = String(name.dropFirst(2).dropLast()) }
        let reference = YAMLNode(content: .scalar("${\(name)}", .quoted), location: condition.location)
        let before = findings.all.count
        switch substitution.given(reference, as: "'if'", &findings) {
        case .value(.boolean(let value)): return value != isNegated
        case .text("true"): return !isNegated
        case .text("false"): return isNegated
        case .some(let other):
            findings.error(condition.location, "'if' of node '\(node.name)' is \(other.kind)", advice: advice)
            return false
        case nil: return before == findings.all.count
        }
    }

    // MARK: Nodes

    private mutating func node(_ declaration: NodeDeclaration) -> PlannedNode? {
        var resolver = PluginResolver(search: search, findings: findings)
        defer { findings = resolver.findings }
        if let plugin = declaration.plugin {
            guard let manifest = resolver.manifest(plugin.id, at: plugin.location) else { return nil }
            let owner = "node '\(declaration.name)'"
            let given = declaration.parameters.map { entry in
                GivenParameter(
                    name: entry.key,
                    location: entry.keyLocation,
                    value: substitution.given(
                        entry.value,
                        as: "parameter '\(entry.key)' of \(owner)",
                        &resolver.findings
                    ),
                    valueLocation: entry.value.location
                )
            }
            let location = declaration.location
            let folder = substitution.folder
            return resolver.node(
                name: declaration.name,
                manifest,
                given,
                of: owner,
                at: location,
                folder: folder
            )
        }
        let words = declaration.run.compactMap {
            substitution.text($0, as: "'run' of node '\(declaration.name)'", &resolver.findings)
        }
        guard let first = words.first, words.count == declaration.run.count,
            let program = resolver.program(first, from: substitution.folder, at: declaration.run[0].location)
        else { return nil }
        return PlannedNode(name: declaration.name, program: program, arguments: Array(words.dropFirst()))
    }

    // MARK: Order

    private func dependency(_ predecessor: NodeDeclaration.Predecessor) -> Dependency {
        let isPlugin = file.nodes.first { $0.name == predecessor.name }?.plugin != nil
        return Dependency(on: predecessor.name, predecessor.condition ?? (isPlugin ? .ready : .started))
    }

    private mutating func checkPredecessors() {
        let names = file.nodes.map(\.name)
        for node in file.nodes {
            for predecessor in node.after where !names.contains(predecessor.name) {
                findings.error(
                    predecessor.location,
                    "node '\(node.name)' starts after '\(predecessor.name)', and there is no such node",
                    advice: Suggestion.advice(for: predecessor.name, among: names, "the nodes are")
                )
            }
        }
        guard let cycle = cycle(), let last = cycle.last,
            let start = file.nodes.first(where: { $0.name == cycle[0] })
        else { return }
        let location =
            start.after.first { $0.name == (cycle.count > 1 ? cycle[1] : last) }?.location ?? start.location
        let path = (cycle + [cycle[0]]).joined(separator: " after ")
        findings.error(location, "nodes wait for each other: \(path)", advice: "remove one 'after'")
    }

    /// The names of nodes of which each starts after the next, and the last after the first.
    private func cycle() -> [String]? {
        let after = Dictionary(file.nodes.map { ($0.name, $0.after.map(\.name)) }) { first, _ in first }
        var done: Set<String> = []
        func visit(_ name: String, _ path: [String]) -> [String]? {
            if let start = path.firstIndex(of: name) { return Array(path[start...]) }
            if done.contains(name) { return nil }
            for next in after[name] ?? [] {
                if let cycle = visit(next, path + [name]) { return cycle }
            }
            done.insert(name)
            return nil
        }
        return file.nodes.lazy.compactMap { visit($0.name, []) }.first
    }

    // MARK: Topics

    private mutating func warnOfUnwrittenTopics(_ plan: LaunchPlan) {
        // A program that is no plugin may write anything.
        guard plan.nodes.allSatisfy({ $0.plugin != nil }) else { return }
        let byBus: Set<Substring> = ["", "clock", "status", "log", "failure"]
        for node in plan.nodes {
            let others = plan.nodes.filter { $0.name != node.name }
            let written = others.flatMap { other in other.publishes.map { $0.named(other.name) } }
            for pattern in node.subscribes.map({ $0.named(node.name) }) where !byBus.contains(pattern.kind) {
                guard !written.contains(where: pattern.overlaps) else { continue }
                let location =
                    file.nodes.first { $0.name == node.name }?.location ?? SourceLocation(file: file.path)
                findings.warning(
                    location,
                    "node '\(node.name)' reads \(pattern), which no node of this rig writes",
                    advice: "add one that does, unless it is there already"
                )
            }
        }
    }
}
