internal import Messages
internal import Rules
internal import Text
internal import Platform

extension LaunchPlan {
    /// The plan as a launch file without arguments and includes, each value with where it comes from.
    public var text: [String] {
        var lines = ["version: 1"]
        if let description { lines.append("description: \(Self.quoted(description))") }
        lines += busLines
        lines.append("nodes:")
        for node in nodes {
            lines.append("  \(node.name):" + Self.comment(node.location?.description))
            lines += node.lines.map { "    \($0)" }
        }
        return lines
    }

    private var busLines: [String] {
        var lines: [String] = []
        if let address = bus.address {
            lines.append(
                "  address: \(Self.quoted(address))" + Self.comment(bus.addressLocation?.description)
            )
        }
        var security: [String] = []
        if !bus.secured.isEmpty {
            security.append("secured: [\(bus.secured.map { Self.quoted($0.text) }.joined(separator: ", "))]")
        }
        if bus.isInsecure { security.append("insecure: true") }
        if !security.isEmpty { lines.append("  security: {\(security.joined(separator: ", "))}") }
        if let followsClock = bus.followsClock { lines.append("  clock: \(followsClock ? "bus" : "wall")") }
        return lines.isEmpty ? [] : ["bus:"] + lines
    }

    /// A text that no reader of launch files takes for something else.
    static func quoted(_ text: String) -> String {
        JSONValue.string(text.replacing("${", with: "$${")).description.escapedJSON
    }

    static func comment(_ origin: String?) -> String {
        origin.map { "  # " + $0.replacing("\n", with: " ").replacing("\r", with: " ").escapedJSON } ?? ""
    }
}

extension PlannedNode {
    /// Its keys, a line each.
    fileprivate var lines: [String] {
        var lines = programLines
        if !after.isEmpty {
            let pairs = after.map { "\($0.node): \($0.condition.rawValue)" }.joined(separator: ", ")
            lines.append("after: {\(pairs)}" + comment("after"))
        }
        if let words = readinessWords { lines.append("ready: \(words)" + comment("ready")) }
        if hasInputs {
            let inputs = subscribes.map { LaunchPlan.quoted($0.description) }.joined(separator: ", ")
            lines.append("inputs: [\(inputs)]" + comment("inputs"))
        }
        if plugin == nil, !provides.isEmpty {
            lines.append(
                "provides: [\(provides.map(\.rawValue).joined(separator: ", "))]" + comment("provides")
            )
        }
        if !environment.isEmpty {
            lines.append("environment:")
            for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
                lines.append(
                    "  \(LaunchPlan.quoted(name)): \(LaunchPlan.quoted(value))"
                        + comment("environment.\(name)")
                )
            }
        }
        if let workingDirectory {
            lines.append(
                "working-directory: \(LaunchPlan.quoted(workingDirectory))" + comment("working-directory")
            )
        }
        if let output { lines.append("output: {file: \(LaunchPlan.quoted(output))}" + comment("output")) }
        lines.append("restart: \(restart.words)" + comment("restart"))
        lines.append("stop: {signal: \(stop.signal.rawValue), grace: \(stop.grace.words)}" + comment("stop"))
        if isRequired { lines.append("required: true" + comment("required")) }
        return lines
    }

    private var programLines: [String] {
        let words = ([program] + arguments).map(LaunchPlan.quoted).joined(separator: ", ")
        guard let plugin else { return ["run: [\(words)]" + comment("run")] }
        var lines = ["plugin: \(plugin)" + comment("plugin"), "# runs [\(words)]" + comment("run")]
        guard case .object(let object)? = try? JSONValue.parse(parameters), !object.members.isEmpty else {
            return lines
        }
        lines.append("parameters:")
        for member in object.members {
            let value = member.value.description.replacing("${", with: "$${").escapedJSON
            lines.append("  \(LaunchPlan.quoted(member.key)): \(value)" + comment("parameters.\(member.key)"))
        }
        return lines
    }

    private var readinessWords: String? {
        switch readiness {
        case nil: nil
        case .hello: plugin == nil ? "hello" : nil
        case .topic(let topic): "{topic: \(topic)}"
        case .log(let pattern): "{log: \(LaunchPlan.quoted(pattern.description))}"
        case .command(let program, let arguments):
            "{command: [\(([program] + arguments).map(LaunchPlan.quoted).joined(separator: ", "))]}"
        }
    }

    private func comment(_ key: String) -> String { LaunchPlan.comment(origins[key]) }
}

extension RestartPolicy {
    fileprivate var words: String {
        guard condition != .never else { return condition.rawValue }
        return "{policy: \(condition.rawValue), delay: \(delay.words), maximum: \(maximumDelay.words), "
            + "limit: \(limit), window: \(window.words)}"
    }
}

extension Duration {
    /// As a launch file takes it.
    fileprivate var words: String { "\(ValueRule.format(Double(nanoseconds) / 1e9))s" }
}
