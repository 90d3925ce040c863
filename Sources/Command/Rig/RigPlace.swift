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
            // Where something is that lets nobody in, or is stuck, no bus can be started either.
            if try await BusConnection.answers(node) {
                let list = try await node.request(
                    "bus/nodes",
                    BusRequests.Empty(),
                    as: BusRequests.NodeList.self
                )
                nodes = list.nodes.filter(\.isPresent)
            }
            await node.close()
            return RigPlace(address: address, location: location, nodes: nodes)
        } catch {
            await node.close()
            throw error
        }
    }

    /// What keeps a plan from being started here.
    func findings(_ plan: LaunchPlan) -> [Finding] {
        guard let nodes else { return lacking(plan) + (isTaken.map { [$0] } ?? []) }
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
    var launcherName: String { nodes?.contains { $0.name == "launch" } == true ? "launch-\(getpid())" : "launch" }

    /// That something else than a bus has the address.
    private var isTaken: Finding? {
        for endpoint in [address.publishEndpoint, address.subscribeEndpoint, address.requestEndpoint] {
            guard
                let port = endpoint.dropFirst("tcp://".count).split(separator: ":").last.flatMap({
                    UInt16($0)
                }),
                endpoint.hasPrefix("tcp://"), address.isLocal, Self.isTaken(port)
            else { continue }
            return Finding(
                at: location,
                "port \(port) of \(address) is in use by something that is no bus",
                advice: "end that program, or choose another address"
            )
        }
        return nil
    }

    /// Whether some program listens at a port of this machine's loopback.
    private static func isTaken(_ port: UInt16) -> Bool {
        let socket = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        // As libzmq does, so that connections of a bus that has just ended are no obstacle.
        var isReused: CInt = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<CInt>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size)) < 0 && errno == EADDRINUSE
            }
        }
    }
}
