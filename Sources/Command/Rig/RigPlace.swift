internal import Binnacle
internal import Glibc
internal import Launch
internal import Platform

/// The bus that a rig is to be on, as it is before anything starts.
struct RigPlace {
    let address: BusAddress
    /// Where the address is written.
    let location: SourceLocation
    /// The nodes that are there; nil where no bus answers.
    let nodes: [BusRequests.NodeInfo]?
    /// The plugins' nodes of the rigs that are there, at work or not yet, and the launcher of each.
    private let launched: [String: String]
    /// What is said of what has the address and is no bus, or none that answers.
    private let obstacle: String?

    /// Where a plan's nodes are to meet, and where that is written: on the command line, else in the launch file, else in
    /// the environment.
    static func address(of plan: LaunchPlan, _ arguments: Arguments) throws -> (BusAddress, SourceLocation) {
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
        return (address, location)
    }

    /// Looks at the place where a plan's nodes are to meet.
    static func find(_ plan: LaunchPlan, _ arguments: Arguments) async throws -> RigPlace {
        let (address, location) = try address(of: plan, arguments)
        let node = try BusConnection.join(address)
        do {
            var nodes: [BusRequests.NodeInfo]?
            var launched: [String: String] = [:]
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
                for (launcher, report) in try await RigClient(node: node).rigs().reports {
                    for state in report.nodes where state.plugin != nil && state.isToCome {
                        launched[state.name] = launcher
                    }
                }
            case .nobody: break
            case .refuses(let why): throw CommandError(why)
            case .silent, .unreachable: obstacle = presence.complaint(at: address)
            }
            await node.close()
            return RigPlace(
                address: address,
                location: location,
                nodes: nodes,
                launched: launched,
                obstacle: obstacle
            )
        } catch {
            await node.close()
            throw error
        }
    }

    /// What keeps a plan from being started here; of one that is not complete nobody knows what its nodes lack.
    func findings(_ plan: LaunchPlan, isComplete: Bool = true) -> [Finding] {
        let lacking = isComplete ? lacking(plan) : []
        guard let nodes else {
            let here = obstacle.map { [Finding(at: location, $0)] } ?? unbindable(plan)
            return lacking + here
        }
        let names = Set(nodes.map(\.name))
        let twice = plan.nodes.compactMap { node -> Finding? in
            let isThere = names.contains(node.name)
            let rig = node.plugin == nil || isThere ? nil : launched[node.name]
            guard isThere || rig != nil else { return nil }
            let whose = rig.map { " of the rig '\($0)'" } ?? ""
            return Finding(
                at: node.location ?? .commandLine,
                "there is a node '\(node.name)'\(whose) on the bus at \(address) already",
                advice:
                    "end it, or give this one another name; 'binnacle \(rig == nil ? "node list" : "ps")' shows it"
            )
        }
        return twice + lacking
    }

    /// What keeps the bus that would have to be started from its address, and from those for who has a key.
    private func unbindable(_ plan: LaunchPlan) -> [Finding] {
        var findings: [Finding] = []
        let secured = plan.bus.secured.map { ($0.text, $0.location) }
        for (text, place) in [(address.description, location)] + secured {
            guard let address = try? BusAddress(text), let host = address.host, let port = address.port else {
                continue
            }
            if text == self.address.description, !address.isLocal, !plan.bus.isInsecure {
                findings.append(
                    Finding(
                        at: place,
                        "no bus is started at \(address) without keys: other machines can reach it",
                        advice:
                            "name it under 'security: {secured: …}' for who has a key, or say 'insecure: true' there to "
                            + "let everybody in"
                    )
                )
            }
            if let why = NetworkAddress.obstacle(to: host, port: port) {
                let advice = "name an address of this machine, or start a bus on that one: 'binnacle bus'"
                findings.append(
                    Finding(at: place, "no bus can be started at \(address): \(why)", advice: advice)
                )
            }
        }
        return findings
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
