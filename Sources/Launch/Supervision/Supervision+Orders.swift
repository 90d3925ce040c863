internal import Platform

// What somebody on the bus wants of a single node, while the rig runs.
extension Supervision {
    /// What may be ordered of a node.
    enum Order: String, Hashable, Sendable {
        case start
        case stop
        case restart
    }

    /// What is to become of a node once it has ended.
    enum Wish: Hashable {
        case hold
        case restart
    }

    /// Why an order cannot be carried out; nil when it can.
    func objection(to order: Order, of name: String) -> String? {
        guard let index = index(name) else { return "there is no node '\(name)' in this rig" }
        let node = nodes[index]
        if node.isFoundation { return "'\(name)' carries this order itself: end the rig instead" }
        guard phase == .running else { return "the rig is stopping" }
        switch (order, node.state) {
        case (.start, .running), (.start, .starting): return "'\(name)' runs already"
        case (.start, .waiting), (.restart, .waiting):
            let others = predecessors(of: node).filter { $0.node.meets($0.condition) != true }.map(
                \.node.name
            )
            let waits = others.isEmpty ? "those that read it" : others.joined(separator: ", ")
            return "'\(name)' starts by itself once it need not wait for \(waits) any more"
        case (.start, .stopping): return "'\(name)' is stopping"
        case (.stop, .held): return "'\(name)' is stopped already"
        case (.stop, .over): return "'\(name)' has ended already"
        default: return nil
        }
    }

    mutating func take(_ order: Order, _ index: Int, now: Int64) {
        guard objection(to: order, of: nodes[index].name) == nil else { return }
        let wish: Wish = order == .stop ? .hold : .restart
        // Whoever orders a start forgives what was before.
        if wish == .restart { nodes[index].restarts = [] }
        switch nodes[index].state {
        case .running:
            var ladder = Ladder(signals: stopSignals(nodes[index]), grace: nodes[index].grace)
            nodes[index].wish = wish
            report(
                .ordered(
                    node: nodes[index].name,
                    order == .stop ? "stopping, as ordered" : "restarting, as ordered"
                )
            )
            send(&ladder, to: index, now: now)
            nodes[index].state = .stopping(ladder, nil)
        case .clearing, .stopping: nodes[index].wish = wish
        case .starting: break
        case .waiting, .delayed, .held, .over:
            if wish == .hold {
                nodes[index].state = .held
                report(.stopped(node: nodes[index].name, status: .code(0)))
            } else {
                nodes[index].restartCount += nodes[index].hasStarted ? 1 : 0
                spawn(index)
            }
        }
    }

    /// Does what an order wants, now that no process of a node is left.
    mutating func fulfil(_ wish: Wish, _ index: Int, now: Int64) {
        if case .stopping(let ladder, let status) = nodes[index].state { reportStop(index, ladder, status) }
        nodes[index].wish = nil
        switch wish {
        case .hold: nodes[index].state = .held
        case .restart: nodes[index].state = .delayed(until: now)
        }
    }
}
