internal import Messages
internal import Rules
internal import Text

/// A parameter as somebody gave it.
struct GivenParameter {
    let name: String
    let location: SourceLocation
    /// Nil where nothing was given after all, or where that was a finding already.
    let value: Given?
    let valueLocation: SourceLocation
    /// Where the value comes from, in words.
    var origin: String?
}

/// Makes nodes of plugins: finds manifest and program, checks parameters.
struct PluginResolver {
    let search: PluginSearchPath
    var findings: Findings

    /// The manifest of a plugin.
    mutating func manifest(_ id: String, at location: SourceLocation) -> Manifest? {
        guard let (manifest, faults) = search.find(id) else {
            let near = Suggestion.nearest(to: id, among: search.ids()).map { "did you mean '\($0)'? " } ?? ""
            let folders = search.folders.joined(separator: ", ")
            findings.error(
                location,
                "no plugin '\(id)'",
                advice: "\(near)looked in \(folders); BINNACLE_PLUGIN_PATH adds to these"
            )
            return nil
        }
        findings.append(contentsOf: faults)
        return manifest
    }

    /// A node of a plugin, said at `location`; relative paths in its parameters are seen from `folder`.
    mutating func node(
        name: String,
        _ manifest: Manifest,
        _ given: [GivenParameter],
        of owner: String,
        at location: SourceLocation,
        folder: String
    ) -> PlannedNode? {
        let (parameters, origins) = values(manifest, given, of: owner, at: location, folder: folder)
        guard let command = command(manifest) else { return nil }
        var node = PlannedNode(name: name, program: command.program, arguments: command.arguments)
        node.plugin = manifest.id
        node.location = location
        node.parameters = JSONValue.object(parameters.json()).description
        node.declared = manifest.parameters
        node.origins = origins
        node.origins["run"] = manifest.runLocation.description
        node.readiness = .hello
        let place = { (name: String) in given.first { $0.name == name }?.valueLocation ?? location }
        node.publishes = topics(manifest.publishes, parameters, of: owner, at: place)
        node.subscribes = topics(manifest.subscribes, parameters, of: owner, at: place)
        node.requires = manifest.requires.filter { capability in
            // Whoever names another source than the usual one does without what stands behind that.
            !manifest.parameters.contains {
                $0.replaces == capability && parameters[$0.name] != $0.defaultValue
            }
        }
        node.provides = manifest.provides
        return node
    }

    /// Finds a program, or says where it is not.
    mutating func program(_ word: String, from folder: String, at location: SourceLocation) -> String? {
        let (path, looked) = search.program(word, from: folder)
        if let path { return path }
        let places = looked.joined(separator: ", ")
        if let file = looked.first, looked.count == 1, Paths.isFolder(file) {
            findings.error(
                location,
                "'\(file)' is a folder, no program",
                advice: "name a program in it"
            )
        } else if let file = looked.first, looked.count == 1, Paths.exists(file) {
            findings.error(
                location,
                "'\(file)' is no program",
                advice: "make it executable: chmod +x \(file)"
            )
        } else {
            findings.error(
                location,
                "no program '\(word)'",
                advice: "install or build it; looked in \(places)"
            )
        }
        return nil
    }

    /// Looks whether what a plugin runs is there.
    mutating func check(_ manifest: Manifest) {
        guard let command = command(manifest) else { return }
        // What an interpreter is given first is what it runs.
        let folder = Paths.absolute(manifest.folder)
        guard !command.program.hasPrefix("\(manifest.folder)/"), let script = command.arguments.first,
            script.hasPrefix("\(folder)/"), !Paths.exists(script)
        else { return }
        findings.error(
            manifest.runLocation,
            "'\(script)' is not there",
            advice: "make it, or mend 'run'"
        )
    }

    private mutating func command(_ manifest: Manifest) -> (program: String, arguments: [String])? {
        var words: [String] = []
        let substitution = Substitution(folder: Paths.absolute(manifest.folder))
        for word in manifest.run {
            let node = YAMLNode(content: .scalar(word, .quoted), location: manifest.runLocation)
            guard let text = substitution.text(node, as: "'run'", &findings) else { return nil }
            words.append(text)
        }
        guard let first = words.first else { return nil }
        guard let program = program(first, from: manifest.folder, at: manifest.runLocation) else {
            return nil
        }
        return (program, Array(words.dropFirst()))
    }

    private mutating func values(
        _ manifest: Manifest,
        _ given: [GivenParameter],
        of owner: String,
        at location: SourceLocation,
        folder: String
    ) -> (values: OrderedValues, origins: [String: String]) {
        let names = manifest.parameters.map(\.name)
        for parameter in given where !names.contains(parameter.name) {
            let advice =
                names.isEmpty
                ? "plugin '\(manifest.id)' has none"
                : Suggestion.advice(for: parameter.name, among: names, "plugin '\(manifest.id)' has")
            findings.error(
                parameter.location,
                "\(owner) has no parameter '\(parameter.name)'",
                advice: advice
            )
        }
        var origins: [String: String] = [:]
        let members = manifest.parameters.compactMap { declared -> OrderedValues.Member? in
            let key = "parameters.\(declared.name)"
            guard let given = given.first(where: { $0.name == declared.name }) else {
                if let fallback = declared.defaultValue {
                    origins[key] = "\(declared.location), the plugin's default"
                    return (declared.name, fallback)
                }
                if declared.isRequired {
                    let hint = declared.description.map { ": \($0)" } ?? ""
                    let form = location == .commandLine ? "\(declared.name)=…" : "'\(declared.name)'"
                    let advice = "add \(form)\(hint)"
                    findings.error(location, "\(owner) needs parameter '\(declared.name)'", advice: advice)
                }
                return nil
            }
            guard let value = value(declared, given, of: owner, folder: folder) else { return nil }
            origins[key] = given.origin ?? given.valueLocation.description
            return (declared.name, value)
        }
        return (OrderedValues(members: members), origins)
    }

    /// Looks at the files that a node is going to read or to write.
    private mutating func lookAt(
        _ texts: [String],
        _ declared: Parameter,
        _ given: GivenParameter,
        of owner: String
    ) {
        for text in texts {
            guard declared.isInput || declared.isOutput, let file = Paths.file(namedBy: text) else {
                continue
            }
            guard
                let why = !declared.isInput
                    ? Paths.reasonUnwritable(file)
                    : text.hasPrefix("pipe:") ? Paths.reasonNoPipe(file) : Paths.reasonUnreadable(file)
            else { continue }
            let what = declared.isInput ? "read" : "written"
            let problem = "parameter '\(declared.name)' of \(owner): \(file) cannot be \(what): \(why)"
            if file.hasPrefix("/dev/") {
                let advice = Paths.exists(file) ? "check the path" : "plug the device in, or name another"
                findings.warning(given.valueLocation, problem, advice: advice)
            } else if !file.hasPrefix("/"), given.valueLocation != .commandLine {
                // Seen from where the node runs, which may be elsewhere.
                findings.warning(given.valueLocation, problem, advice: "check the path")
            } else {
                findings.error(given.valueLocation, problem, advice: "check the path")
            }
        }
    }

    /// The topics that a manifest declares, those that parameters name among them; without a value a parameter names none.
    private mutating func topics(
        _ declarations: [TopicDeclaration],
        _ parameters: OrderedValues,
        of owner: String,
        at place: (String) -> SourceLocation
    ) -> [TopicPattern] {
        declarations.flatMap { declaration -> [TopicPattern] in
            switch declaration {
            case .pattern(let pattern): return [pattern]
            case .parameter(let name):
                return (parameters[name]?.texts ?? []).compactMap { text in
                    if let pattern = TopicPattern(text) { return pattern }
                    findings.error(
                        place(name),
                        "parameter '\(name)' of \(owner) is '\(text)', no topic",
                        advice: "write kind/name, or kind/ for every topic of a kind"
                    )
                    return nil
                }
            }
        }
    }

    private mutating func value(
        _ declared: Parameter,
        _ given: GivenParameter,
        of owner: String,
        folder: String
    ) -> Value? {
        guard let written = given.value else { return nil }
        do throws(ValueRule.Refusal) {
            let value = try declared.rule.accept(written, seenFrom: folder)
            lookAt(value.texts, declared, given, of: owner)
            return value
        } catch {
            findings.error(
                given.valueLocation,
                "parameter '\(given.name)' of \(owner) \(error.problem)",
                advice: declared.advice(error)
            )
            return nil
        }
    }
}

/// Values by name, in the order of their declarations.
private struct OrderedValues {
    typealias Member = (name: String, value: Value)
    let members: [Member]

    subscript(_ name: String) -> Value? { members.first { $0.name == name }?.value }

    func json() -> JSONObject { JSONObject(members.map { .init(key: $0.name, value: $0.value.json) }) }
}
