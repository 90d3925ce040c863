internal import Binnacle
internal import Glibc
internal import Launch

/// What a launcher answers on the bus, as the node `launch`: the state of its nodes, and orders to them.
struct LaunchService {
    /// The answer of `ps`.
    struct Report: Codable, Sendable {
        /// What the rig is, from the launch file.
        var description: String?
        /// The launch file.
        var file: String?
        /// The launcher's process.
        var pid: Int
        var nodes: [NodeState]
    }

    struct Nothing: Codable, Sendable {}

    /// A node of the rig.
    struct Subject: Codable, Sendable { var node: String }

    /// The lines of a node: from a number on, else the newest.
    struct LinesQuery: Codable, Sendable {
        var node: String
        var from: Int?
        var lines: Int?
    }

    struct Change: Codable, Sendable {
        var node: String
        var parameters: JSONValue
    }

    let supervisor: Supervisor
    let plan: LaunchPlan

    /// Lets the bus ask a node for all this.
    func answer(on node: Node) {
        let (supervisor, plan) = (supervisor, plan)
        node.answer("ps") { (_: Nothing) in
            Report(
                description: plan.description,
                file: plan.file,
                pid: Int(getpid()),
                nodes: await Self.withSilence(try await supervisor.nodes(), through: node)
            )
        }
        node.answer("start") { (subject: Subject) in try await supervisor.start(subject.node) }
        node.answer("stop") { (subject: Subject) in try await supervisor.stop(subject.node) }
        node.answer("restart") { (subject: Subject) in try await supervisor.restart(subject.node) }
        node.answer("logs") { (query: LinesQuery) in
            for (key, number) in [("from", query.from), ("lines", query.lines)] where (number ?? 0) < 0 {
                let message = "'\(key)' is \(number ?? 0); give a whole number of at least 0"
                throw RequestError(code: .badRequest, message: message)
            }
            return try await supervisor.lines(of: query.node, from: query.from, newest: query.lines ?? 100)
        }
        node.answer("set") { (change: Change) in
            guard case .object(let wanted) = change.parameters else {
                throw RequestError(code: .badRequest, message: "'parameters' is no object")
            }
            let checked = try await supervisor.checkedChange(of: change.node, wanted)
            let json = JSONValue.object(checked)
            let answer = try await node.request("\(change.node)/set", json, as: JSONValue.self)
            guard case .object(let taken) = answer else {
                throw RequestError(code: .failed, message: "'\(change.node)' does not say what it has taken")
            }
            supervisor.note(change: taken, of: change.node)
            return answer
        }
        node.answer("down") { (_: Nothing) in
            // The answer goes first: the bus that carries it may be the rig's own.
            Task {
                _ = try? await node.request(
                    "bus/ping",
                    Nothing(),
                    as: JSONValue.self,
                    timeout: .milliseconds(500)
                )
                supervisor.stop()
            }
            return Nothing()
        }
    }

    /// The states of nodes, where those count as silent of which the bus has not heard for seconds.
    ///
    /// A node that is stopped, or that hangs, has a process that runs and is not at work.
    private static func withSilence(_ states: [NodeState], through node: Node) async -> [NodeState] {
        guard states.contains(where: { $0.state == .ready && $0.plugin != nil }),
            let list: BusRequests.NodeList = try? await node.request(
                "bus/nodes",
                BusRequests.Empty(),
                timeout: .seconds(1)
            )
        else { return states }
        let known = Dictionary(list.nodes.map { ($0.name, $0.isPresent) }) { first, _ in first }
        let bus = states.first { $0.name == "bus" && $0.plugin == nil }
        // To a bus that was started anew nodes come back within a second or two.
        let isBusNew = (bus?.uptime ?? .infinity) < 5
        return states.map { state in
            var state = state
            let isLost = known[state.name].map { !$0 } ?? (!isBusNew && (state.uptime ?? 0) > 5)
            if state.state == .ready, state.plugin != nil, isLost { state.state = .silent }
            return state
        }
    }
}
