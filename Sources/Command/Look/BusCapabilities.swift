internal import Binnacle
internal import Launch
internal import Text

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
                name.onOneLine, nodes.isEmpty ? "no" : "yes", nodes.joined(separator: ", "),
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
