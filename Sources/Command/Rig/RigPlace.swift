internal import Binnacle
internal import Glibc
internal import Launch

/// The bus that a rig is to be on, as it is before anything starts.
struct RigPlace {
    let address: BusAddress
    /// Where the address is written.
    let location: SourceLocation
    /// The nodes that are there; nil where no bus answers.
    let nodes: [BusRequests.NodeInfo]?
    /// What is said of what has the address and is no bus, or none that answers.
    private let obstacle: String?

    /// Where a plan's nodes are to meet: as the command line says, else the launch file, else the environment.
    static func find(_ plan: LaunchPlan, _ arguments: Arguments) async throws -> RigPlace {
        var location = SourceLocation.commandLine
        let address: BusAddress
        if let given = arguments[CommonOptions.address] {
            address = given
        } else if let written = plan.bus.address {
            address = try BusAddress(written)
            location = plan.bus.addressLocation ?? location
        } else {
            address = try BusConnection.address(arguments)
            location = SourceLocation(file: "environment")
        }
        guard !address.hasWildcardPort else {
            throw CommandError("\(address): a rig needs a bus at a port that is known", code: .usage)
        }
        let node = try BusConnection.join(address)
        do {
            var nodes: [BusRequests.NodeInfo]?
            var obstacle: String?
            let presence = await node.presence()
            switch presence {
            case .answers:
                let list = try await node.request(
                    "bus/nodes",
                    BusRequests.Empty(),
                    as: BusRequests.NodeList.self
                )
                nodes = list.nodes.filter(\.isPresent)
            case .nobody: break
            case .refuses(let why): throw CommandError(why)
            case .silent, .unreachable: obstacle = presence.complaint(at: address)
            }
            await node.close()
            return RigPlace(address: address, location: location, nodes: nodes, obstacle: obstacle)
        } catch {
            await node.close()
            throw error
        }
    }

    /// What keeps a plan from being started here.
    func findings(_ plan: LaunchPlan) -> [Finding] {
        guard let nodes else {
            return lacking(plan) + (obstacle.map { [Finding(at: location, $0)] } ?? [])
        }
        let names = Set(nodes.map(\.name))
        let twice = plan.nodes.filter { names.contains($0.name) }.map { node in
            Finding(
                at: node.location ?? .commandLine,
                "there is a node '\(node.name)' on the bus at \(address) already",
                advice: "end it, or give this one another name; 'binnacle node list' shows it"
            )
        }
        return twice + lacking(plan)
    }

    /// What nodes of a plan require and nothing brings.
    private func lacking(_ plan: LaunchPlan) -> [Finding] {
        // Most rigs bring what they need, and no plugin need be looked for.
        guard !plan.missingCapabilities().isEmpty else { return [] }
        let missing = plan.missingCapabilities(
            running: BusCapabilities(nodes ?? []).available,
            installed: PluginSearchPath.fromEnvironment().all().manifests
        )
        return missing.map { missing in
            let node = plan.nodes.first { $0.name == missing.node }
            return Finding(at: node?.location ?? .commandLine, missing.problem, advice: missing.advice)
        }
    }

    /// The name by which the launcher can be asked.
    var launcherName: String {
        let isTaken = nodes?.contains { $0.name == "launch" } == true
        return isTaken ? "launch-\(getpid())" : "launch"
    }
}
