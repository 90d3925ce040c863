internal import Binnacle
internal import Launch
internal import Platform

/// Tells a supervisor which of its nodes are at work, by what the bus says.
final class RigReadiness: Sendable {
    /// Nodes that have been started and are not known to be at work, with the monotonic moments of their starts.
    private let waiting = Lock<[String: Int64]>([:])

    /// How often the bus is asked while somebody waits.
    private static let interval = Duration.milliseconds(50)

    /// A node's process has been started, for the first time or again.
    func started(_ name: String) {
        waiting.withLock { $0[name] = MonotonicClock.nanoseconds }
    }

    /// Asks the bus again and again, until the task is cancelled.
    func tell(_ supervisor: Supervisor, through node: Node) async {
        while !Task.isCancelled {
            if !waiting.withLock({ $0.isEmpty }),
                let list = try? await node.request(
                    "bus/nodes",
                    BusRequests.Empty(),
                    as: BusRequests.NodeList.self,
                    timeout: .seconds(1)
                )
            {
                for name in arrived(list.nodes, at: MonotonicClock.nanoseconds) { supervisor.ready(name) }
            }
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// The nodes that are at work now and were not before; the bus, whose answer this is, among them.
    func arrived(_ nodes: [BusRequests.NodeInfo], at now: Int64) -> [String] {
        waiting.withLock { waiting in
            var names: [String] = waiting.removeValue(forKey: "bus") == nil ? [] : ["bus"]
            for node in nodes {
                // A node that was there before its process was started is the one of an earlier run.
                guard let start = waiting[node.name], node.uptime <= Double(now - start) * 1e-9,
                    node.state == Status.State.ready.rawValue || node.state == Status.State.degraded.rawValue
                else { continue }
                waiting[node.name] = nil
                names.append(node.name)
            }
            return names
        }
    }
}
