internal import Messages

extension Planner {
    /// A node with everything decided but what it starts after.
    mutating func node(_ entry: Declared) -> PlannedNode? {
        let (declaration, scope) = (entry.node, scopes[entry.scope])
        let substitution = scope.substitution
        let owner = "node '\(declaration.name)'"
        guard var node = program(declaration, substitution) else { return nil }
        node.location = declaration.location
        node.origins["plugin"] = declaration.plugin?.location.description
        var variables = scope.environment
        variables.merge(environment(declaration.environment, substitution, of: owner)) { $1 }
        node.environment = variables.mapValues(\.value)
        for (name, variable) in variables { node.origins["environment.\(name)"] = variable.origin }
        node.restart = declaration.restart ?? scope.defaults.restart ?? RestartPolicy()
        node.stop = declaration.stop ?? scope.defaults.stop ?? StopPolicy()
        node.isRequired = declaration.isRequired
        for (key, location) in scope.defaults.places.merging(declaration.places, uniquingKeysWith: { $1 })
        where node.origins[key] == nil {
            node.origins[key] = location.description
        }
        checkSizes(node, declaration)
        takeInputs(declaration, &node)
        takeReadiness(declaration, substitution, &node)
        takePlaces(declaration, scope, &node)
        return node
    }

    private mutating func program(_ declaration: NodeDeclaration, _ substitution: Substitution)
        -> PlannedNode?
    {
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
                    valueLocation: entry.value.location,
                    origin: substitution.origin(of: entry.value)
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
        var node = PlannedNode(name: declaration.name, program: program, arguments: Array(words.dropFirst()))
        node.provides = declaration.provides
        return node
    }

    private mutating func takeInputs(_ declaration: NodeDeclaration, _ node: inout PlannedNode) {
        guard let inputs = declaration.inputs else { return }
        if node.plugin != nil {
            for input in inputs {
                let named = input.pattern.named(node.name)
                guard !node.subscribes.contains(where: { $0.named(node.name).overlaps(named) }) else {
                    continue
                }
                let reads = node.subscribes.map { $0.description.isEmpty ? "everything" : $0.description }
                findings.error(
                    input.location,
                    "node '\(node.name)' does not read \(input.pattern)",
                    advice: reads.isEmpty ? "it reads nothing" : "it reads \(reads.joined(separator: ", "))"
                )
            }
        }
        node.subscribes = inputs.map(\.pattern)
        node.hasInputs = true
    }

    private mutating func takeReadiness(
        _ declaration: NodeDeclaration,
        _ substitution: Substitution,
        _ node: inout PlannedNode
    ) {
        guard let ready = declaration.ready else { return }
        let what = "'ready' of node '\(node.name)'"
        switch ready.content {
        case .hello: node.readiness = .hello
        case .topic(let pattern):
            let topic = pattern.named(node.name)
            if node.plugin != nil, !node.publishes.contains(where: { $0.named(node.name).overlaps(topic) }) {
                let publishes = node.publishes.map { $0.named(node.name).description }.joined(separator: ", ")
                findings.error(
                    ready.location,
                    "\(what) waits for \(topic), which it does not publish",
                    advice: publishes.isEmpty ? "it publishes nothing" : "it publishes \(publishes)"
                )
            }
            node.readiness = .topic(topic.description)
        case .log(let written):
            guard let text = substitution.text(written, as: "'log' of \(what)", &findings) else { return }
            guard let pattern = LinePattern(text) else {
                findings.error(
                    written.location,
                    "'log' of \(what) is '\(text)'",
                    advice: "give a part of the line; * stands for anything between"
                )
                return
            }
            node.readiness = .log(pattern)
        case .command(let written):
            let words = written.compactMap { substitution.text($0, as: "'command' of \(what)", &findings) }
            guard let first = words.first, words.count == written.count else { return }
            var resolver = PluginResolver(search: search, findings: findings)
            let path = resolver.program(first, from: substitution.folder, at: written[0].location)
            findings = resolver.findings
            guard let path else { return }
            node.readiness = .command(program: path, arguments: Array(words.dropFirst()))
        }
    }

    // MARK: Places

    private mutating func takePlaces(
        _ declaration: NodeDeclaration,
        _ scope: Scope,
        _ node: inout PlannedNode
    ) {
        let owner = "node '\(node.name)'"
        if let written = declaration.workingDirectory,
            let text = scope.substitution.text(written, as: "'working-directory' of \(owner)", &findings)
        {
            let folder = Paths.absolute(Paths.join(scope.substitution.folder, text))
            if !Paths.isFolder(folder) {
                findings.error(
                    written.location,
                    "'working-directory' of \(owner): \(folder) is no folder",
                    advice: "create it: mkdir -p \(folder)"
                )
            }
            node.workingDirectory = folder
        }
        let own = declaration.output.map { (output($0, scope.substitution, of: owner), $0.location) }
        guard let (path, location) = own ?? scope.output else { return }
        node.origins["output"] = location.description
        guard let file = path?.replacing("<name>", with: node.name) else { return }
        let folder = Paths.folder(of: file)
        if !Paths.isFolder(folder) {
            findings.error(
                location,
                "'output' of \(owner): there is no folder \(folder)",
                advice: "create it: mkdir -p \(folder)"
            )
        } else if Paths.isOtherThanFile(file) {
            findings.error(
                location,
                "'output' of \(owner): \(file) is no regular file",
                advice:
                    "name another file; for a pipe or a device leave 'output' out and pipe what the launcher writes"
            )
        } else if !Paths.isWritable(Paths.exists(file) ? file : folder) {
            findings.error(
                location,
                "'output' of \(owner): \(file) cannot be written",
                advice: "name another file"
            )
        }
        node.output = file
    }

    /// The path of the file that lines go to, `<name>` still in it; nil for the console.
    mutating func output(_ output: OutputDeclaration, _ substitution: Substitution, of owner: String)
        -> String?
    {
        guard let written = output.file,
            let text = substitution.text(written, as: "'output' of \(owner)", &findings)
        else { return nil }
        if text.isEmpty {
            findings.error(written.location, "'file' of 'output' of \(owner) is empty", advice: "name a file")
            return nil
        }
        return Paths.absolute(Paths.join(substitution.folder, text))
    }

    // MARK: The bus

    /// What the launched file wants of the bus.
    mutating func bus(_ file: LaunchFile) -> PlannedBus {
        var bus = PlannedBus()
        guard let declaration = file.bus, let substitution = scopes.first?.substitution else { return bus }
        if let written = declaration.address {
            bus.address = address(written, substitution, as: "'address' of 'bus'")
            bus.addressLocation = written.location
        }
        bus.secured = declaration.secured.compactMap {
            let location = $0.location
            return address($0, substitution, as: "'secured' of 'bus'").map {
                PlannedBus.Secured(text: $0, location: location)
            }
        }
        bus.isInsecure = declaration.isInsecure
        bus.followsClock = declaration.clock.map { $0 == .bus }
        return bus
    }

    private mutating func address(
        _ written: YAMLNode,
        _ substitution: Substitution,
        as what: String
    ) -> String? {
        guard let text = substitution.text(written, as: what, &findings) else { return nil }
        do throws(MessageError) {
            let address = try BusAddress(text)
            guard !address.hasWildcardPort else {
                findings.error(written.location, "\(what) has no port", advice: "name one, such as 7750")
                return nil
            }
            return text
        } catch {
            findings.error(written.location, "\(what): \(error.problem)")
            return nil
        }
    }
}
