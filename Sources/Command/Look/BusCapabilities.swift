internal import Binnacle
internal import Launch

/// The capabilities of a running bus, as its nodes say them.
struct BusCapabilities: Sendable {
    /// The nodes by what they provide; a capability may be one of a user's own.
    private let nodes: [String: [String]]

    init(_ nodes: [BusRequests.NodeInfo]) {
        var found: [String: [String]] = [:]
        for node in nodes where node.isPresent {
            for capability in Set(node.provides ?? []) { found[capability, default: []].append(node.name) }
        }
        self.nodes = found
    }

    /// Asks a bus.
    ///
    /// - Throws: `RequestError`.
    static func ask(_ node: Node) async throws -> BusCapabilities {
        let list = try await node.request("bus/nodes", BusRequests.Empty(), as: BusRequests.NodeList.self)
        return BusCapabilities(list.nodes)
    }

    /// Refuses a plan whose nodes require what neither the plan nor a running bus has.
    ///
    /// - Throws: `CheckFailed`, when all that is missing has been said.
    static func check(_ plan: LaunchPlan, on node: Node, isThere: Bool) async throws {
        // Most rigs bring what they need, and the bus need not be asked.
        guard !plan.missingCapabilities().isEmpty else { return }
        let missing = plan.missingCapabilities(
            running: isThere ? try await ask(node).available : [],
            installed: PluginSearchPath.fromEnvironment().all().manifests
        )
        for line in missing { Output.say("\(line)") }
        if !missing.isEmpty { throw CheckFailed() }
    }

    /// Those that the bus has, of those that a manifest may require.
    var available: Set<Capability> { Set(nodes.keys.compactMap(Capability.init(rawValue:))) }

    /// All that a manifest may require, and then what else there is.
    private var names: [String] {
        let known = Capability.allCases.map(\.rawValue)
        return known + nodes.keys.filter { !known.contains($0) }.sorted()
    }

    var table: Table {
        var table = Table("CAPABILITY", "AVAILABLE", "BY")
        for name in names {
            let nodes = nodes[name] ?? []
            table.add([
                TerminalText.clean(name), nodes.isEmpty ? "no" : "yes", nodes.joined(separator: ", "),
            ])
        }
        return table
    }

    var objects: [JSONObject] {
        names.map { name in
            var object = JSONObject()
            object.add("capability", name)
            object.add("available", nodes[name] != nil)
            object.add("nodes", nodes[name] ?? [])
            return object
        }
    }
}
