internal import Rules
internal import Text

/// A node as the launch file says it.
struct NodeDeclaration {
    /// A node that must have come somewhere before this one starts.
    struct Predecessor {
        let name: String
        /// Nil where the file leaves it open.
        let condition: Dependency.Condition?
        let location: SourceLocation
    }

    let name: String
    let location: SourceLocation
    let plugin: (id: String, location: SourceLocation)?
    let run: [YAMLNode]
    let parameters: [YAMLNode.Entry]
    let condition: YAMLNode?
    let after: [Predecessor]
    let ready: ReadinessDeclaration?
    /// Nil where the file leaves it to its defaults.
    let restart: RestartPolicy?
    /// Nil where the file leaves it to its defaults.
    let stop: StopPolicy?
    let isRequired: Bool
    /// The topics that feed it; nil where it is fed by all that it reads.
    let inputs: [(pattern: TopicPattern, location: SourceLocation)]?
    /// What others can do with it, where it is no plugin.
    let provides: [Capability]
    let environment: [YAMLNode.Entry]
    let workingDirectory: YAMLNode?
    let output: OutputDeclaration?
    /// Where its keys stand.
    let places: [String: SourceLocation]

    private static let keys = [
        "plugin", "run", "parameters", "if", "after", "ready", "restart", "stop", "required", "inputs",
        "provides", "environment", "working-directory", "output",
    ]

    /// Reads one entry of `nodes:`.
    init?(_ entry: YAMLNode.Entry, _ findings: inout Findings) {
        let what = "node '\(entry.key)'"
        if let owner = Names.reserved[entry.key] {
            findings.error(
                entry.keyLocation,
                "'\(entry.key)' is \(owner)'s own name",
                advice: "give the node another"
            )
        } else if !Names.isValid(entry.key) {
            findings.error(entry.keyLocation, "'\(entry.key)' cannot be a node's name", advice: Names.rule)
        }
        guard let fields = Fields(entry.value, of: what, keys: Self.keys, &findings) else { return nil }
        name = entry.key
        location = entry.keyLocation
        let id = fields.string("plugin", &findings)
        plugin = id.flatMap { id in fields["plugin"].map { (id, $0.location) } }
        run = Self.words(fields, &findings)
        parameters = fields.entries("parameters", &findings)
        environment = fields.entries("environment", &findings)
        condition = fields["if"]
        after = Self.predecessors(fields, &findings)
        ready = ReadinessDeclaration(fields, &findings)
        restart = fields["restart"].map { RestartPolicy($0, of: what, &findings) }
        stop = fields["stop"].map { StopPolicy($0, of: what, &findings) }
        inputs = Self.inputs(fields, &findings)
        provides = Capability.readAll("provides", fields, &findings)
        workingDirectory = fields["working-directory"]
        output = OutputDeclaration(fields, &findings)
        places = Dictionary((entry.value.entries ?? []).map { ($0.key, $0.value.location) }) { first, _ in
            first
        }
        isRequired = fields.boolean("required", &findings) ?? false

        switch (fields["plugin"], fields["run"]) {
        case (nil, nil):
            findings.error(
                entry.keyLocation,
                "\(what) has neither 'plugin' nor 'run'",
                advice: "say what to start"
            )
        case (.some, .some(let run)):
            findings.error(run.location, "\(what) has both 'plugin' and 'run'", advice: "keep one")
        case (nil, .some):
            if let parameters = fields["parameters"] {
                let advice = "pass arguments in 'run' or variables in 'environment'"
                findings.error(parameters.location, "\(what) is no plugin and has parameters", advice: advice)
            }
        case (.some, nil):
            if let provides = fields["provides"] {
                findings.error(
                    provides.location,
                    "\(what) is of a plugin, whose manifest says what it provides",
                    advice: "leave 'provides' out"
                )
            }
        }
    }

    private static func words(_ fields: Fields, _ findings: inout Findings) -> [YAMLNode] {
        guard let node = fields["run"] else { return [] }
        if case .sequence(let words) = node.content, !words.isEmpty {
            for word in words where word.isNull {
                findings.error(
                    word.location,
                    "a word of 'run' of \(fields.what) is nothing",
                    advice: "put it in quotes, such as '~'"
                )
            }
            return words
        }
        findings.error(
            node.location,
            "'run' of \(fields.what) is \(node.kind)",
            advice: "give the program and its arguments, such as [python3, talk.py]"
        )
        return []
    }

    private static func inputs(_ fields: Fields, _ findings: inout Findings)
        -> [(pattern: TopicPattern, location: SourceLocation)]?
    {
        fields.strings("inputs", &findings)?.compactMap { written in
            if let pattern = TopicPattern(written.text) { return (pattern, written.location) }
            findings.error(
                written.location,
                "'\(written.text)' is no topic",
                advice: "write kind/name, or kind/ for every topic of a kind"
            )
            return nil
        }
    }

    private static func predecessors(_ fields: Fields, _ findings: inout Findings) -> [Predecessor] {
        guard let node = fields["after"] else { return [] }
        switch node.content {
        case .sequence:
            return (fields.strings("after", &findings) ?? []).map {
                Predecessor(name: $0.text, condition: nil, location: $0.location)
            }
        case .mapping(let entries):
            let names = Dependency.Condition.allCases.map(\.rawValue)
            return entries.map { entry in
                let written = entry.value.scalar?.text ?? ""
                let condition = Dependency.Condition(rawValue: written)
                if condition == nil {
                    findings.error(
                        entry.value.location,
                        "'after' of \(fields.what) waits for '\(entry.key)' to be \(entry.value.kind)",
                        advice: Suggestion.advice(for: written, among: names, "it is one of")
                    )
                }
                return Predecessor(name: entry.key, condition: condition, location: entry.keyLocation)
            }
        case .scalar:
            let advice = "give [names], or {name: ready}"
            findings.error(node.location, "'after' of \(fields.what) is \(node.kind)", advice: advice)
            return []
        }
    }
}
