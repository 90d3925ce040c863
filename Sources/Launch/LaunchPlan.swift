/// A rig with everything decided and checked, ready to be started.
public struct LaunchPlan: Hashable, Sendable {
    /// What the rig is, from the launch file.
    public var description: String?
    /// The launch file; nil where there is none.
    public var file: String?
    /// What the launch file wants of the bus.
    public var bus = PlannedBus()
    /// The nodes in the order of the file.
    public var nodes: [PlannedNode]
    /// What all others need, the bus above all: these start first, one after the other, and stop last.
    public var foundation: [PlannedNode] = []

    /// Creates a plan.
    public init(description: String? = nil, nodes: [PlannedNode]) {
        self.description = description
        self.nodes = nodes
    }

    /// Whose own a name is, so that no node may have it, in words; nil for all others.
    public static func owner(ofName name: String) -> String? { Names.reserved[name] }

    /// The other nodes of the rig that read what a node publishes and say hello, in the order of the file.
    ///
    /// Of a program that does not say hello nobody can know whether it is subscribed.
    public func readers(of node: PlannedNode) -> [String] {
        let published = node.publishes.map { $0.named(node.name) }
        return nodes.compactMap { reader in
            guard reader.name != node.name, reader.saysHello else { return nil }
            let reads = reader.subscribes.contains { pattern in
                let read = pattern.named(reader.name)
                return published.contains { $0.overlaps(read) }
            }
            return reads ? reader.name : nil
        }
    }
}
