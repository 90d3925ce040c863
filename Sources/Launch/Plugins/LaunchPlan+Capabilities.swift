/// A capability that a node of a rig requires and that nothing brings.
public struct MissingCapability: Hashable, Sendable, CustomStringConvertible {
    /// The node that requires it.
    public let node: String
    /// What it requires.
    public let capability: Capability
    /// The plugins that would bring it.
    public let providers: [String]

    /// What is missing.
    public var problem: String {
        "node '\(node)' requires \(capability.rawValue), which no other node of the rig provides, nor any on the bus"
    }

    /// What to do.
    public var advice: String {
        guard !providers.isEmpty else { return "no plugin that is installed provides it" }
        return "add a node of a plugin that does (\(providers.joined(separator: ", "))), or start one first"
    }

    /// What is missing, and what to do.
    public var description: String { "\(problem); \(advice)" }
}

extension LaunchPlan {
    /// What nodes require and neither another node of the rig nor one on the bus provides.
    ///
    /// - Parameters:
    ///   - running: what the nodes on the bus provide.
    ///   - installed: the plugins there are, of which those are named that would help.
    /// - Returns: what is missing, node by node; nothing where the rig can be started.
    public func missingCapabilities(
        running: Set<Capability> = [],
        installed: [Manifest] = []
    ) -> [MissingCapability] {
        nodes.flatMap { node in
            let others = Set(nodes.filter { $0.name != node.name }.flatMap(\.provides))
            return node.requires.filter { !running.contains($0) && !others.contains($0) }.map { capability in
                MissingCapability(
                    node: node.name,
                    capability: capability,
                    providers: installed.filter { $0.provides.contains(capability) }.map(\.id)
                )
            }
        }
    }
}
