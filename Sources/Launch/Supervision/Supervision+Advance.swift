internal import Glibc

// What follows from where the nodes are.
extension Supervision {
    mutating func advance(now: Int64) {
        climb(now: now)
        if phase == .running {
            restartDelayed(now: now)
            startWaiting(now: now)
            tellOfAwaited(now: now)
            finishWhenAllAreOver()
        }
        if phase == .stopping { stopInReverse(now: now) }
        if phase == .stopping, nodes.allSatisfy(\.isOver) {
            phase = .finished
            perform(.finish(exitCode))
        }
    }

    // MARK: Starting

    private mutating func restartDelayed(now: Int64) {
        for index in nodes.indices {
            guard case .delayed(let until) = nodes[index].state, until <= now else { continue }
            nodes[index].restartCount += 1
            spawn(index)
        }
    }

    private mutating func startWaiting(now: Int64) {
        var hasChanged = true
        while hasChanged, phase == .running {
            hasChanged = false
            for index in nodes.indices where nodes[index].state == .waiting {
                let conditions = predecessors(of: nodes[index])
                if let hopeless = conditions.first(where: { $0.node.meets($0.condition) == nil }) {
                    skip(index, because: hopeless.node.name)
                    hasChanged = true
                } else if conditions.allSatisfy({ $0.node.meets($0.condition) == true }),
                    isWired(index, now: now)
                {
                    spawn(index)
                    hasChanged = true
                }
            }
        }
    }

    /// Whether those that read a node are subscribed, or have been waited for long enough.
    private mutating func isWired(_ index: Int, now: Int64) -> Bool {
        let missing = (wiring[nodes[index].name] ?? []).filter { name in
            guard let reader = self.index(name) else { return false }
            return switch nodes[reader].state {
            case .waiting, .starting: true
            case .running: !nodes[reader].isWired
            case .clearing, .delayed, .stopping, .held, .over: false
            }
        }
        if missing.isEmpty { return true }
        let since = nodes[index].wiringSince ?? now
        nodes[index].wiringSince = since
        guard now >= since &+ Self.wiringPatience else { return false }
        report(.unheard(node: nodes[index].name, by: missing))
        return true
    }

    mutating func spawn(_ index: Int) {
        nodes[index].wiringSince = nil
        nodes[index].state = .starting
        perform(.spawn(nodes[index].name))
    }

    private mutating func skip(_ index: Int, because name: String) {
        nodes[index].state = .over(.skipped)
        report(.skipped(node: nodes[index].name, because: name))
        if nodes[index].plan.isRequired { beginStopping(.required(node: nodes[index].name), code: 1) }
    }

    /// What must come before a node: the foundation's nodes before it, and those that it names.
    func predecessors(of node: Node) -> [(node: Node, condition: Dependency.Condition)] {
        var found: [(node: Node, condition: Dependency.Condition)] = []
        for other in nodes where other.isFoundation {
            if other.name == node.name { break }
            found.append((other, .ready))
        }
        for dependency in node.plan.after {
            if let index = index(dependency.node) { found.append((nodes[index], dependency.condition)) }
        }
        return found
    }

    // MARK: Waiting

    /// The nodes that wait for another to say hello.
    private func waiters(for node: Node) -> [String] {
        nodes.filter { $0.state == .waiting }.filter { waiter in
            predecessors(of: waiter).contains { $0.node.name == node.name && $0.condition == .ready }
        }.map(\.name)
    }

    func isAwaited(_ node: Node) -> Bool {
        guard phase == .running, case .running = node.state, !node.isReady, !node.wasAwaited else {
            return false
        }
        return !waiters(for: node).isEmpty
    }

    private mutating func tellOfAwaited(now: Int64) {
        for index in nodes.indices {
            guard case .running(let since) = nodes[index].state, now >= since &+ Self.patience,
                isAwaited(nodes[index])
            else { continue }
            report(.awaited(node: nodes[index].name, by: waiters(for: nodes[index])))
            nodes[index].wasAwaited = true
        }
    }

    // MARK: Stopping

    private mutating func finishWhenAllAreOver() {
        let ordinary = nodes.filter { !$0.isFoundation }
        guard ordinary.allSatisfy(\.isOver) else { return }
        let hasFailed = ordinary.contains { node in
            if case .over(let outcome) = node.state { outcome.code != 0 } else { false }
        }
        beginStopping(.finished, code: hasFailed ? 1 : 0)
    }

    /// Stops each node once all are over that were started after it.
    private mutating func stopInReverse(now: Int64) {
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for index in nodes.indices.reversed() where mayStop(index) {
                switch nodes[index].state {
                case .waiting, .delayed, .held: nodes[index].state = .over(.stopped)
                case .running:
                    var ladder = Ladder(signals: stopSignals(nodes[index]), grace: nodes[index].grace)
                    send(&ladder, to: index, now: now)
                    nodes[index].state = .stopping(ladder, nil)
                case .starting, .clearing, .stopping, .over: continue
                }
                hasChanged = true
            }
        }
    }

    private func mayStop(_ index: Int) -> Bool {
        switch nodes[index].state {
        case .waiting, .delayed, .held: return true
        default: if isHurried { return true }
        }
        let name = nodes[index].name
        return nodes.allSatisfy { other in
            other.isOver || other.name == name || !predecessors(of: other).contains { $0.node.name == name }
        }
    }

    func stopSignals(_ node: Node) -> [Int32] {
        let first = node.plan.stop.signal.number
        let signals = [first] + [SIGTERM, SIGKILL].filter { $0 != first && first != SIGKILL }
        return isHurried && signals.count == 3 ? Array(signals.dropFirst()) : signals
    }

    /// Sends the next signal now.
    mutating func hurry(_ index: Int, now: Int64) {
        switch nodes[index].state {
        case .stopping(var ladder, let status):
            send(&ladder, to: index, now: now)
            nodes[index].state = .stopping(ladder, status)
        case .clearing(var ladder, let status, let next):
            send(&ladder, to: index, now: now)
            nodes[index].state = .clearing(ladder, status, next)
        case .waiting, .starting, .running, .delayed, .held, .over: break
        }
    }

    mutating func send(_ ladder: inout Ladder, to index: Int, now: Int64) {
        guard let signal = ladder.signals.first else { return }
        ladder.signals.removeFirst()
        ladder.due = now &+ (ladder.signals.isEmpty ? Self.killPatience : ladder.grace)
        perform(.signal(nodes[index].name, signal))
    }

    /// Sends the signals that are due; gives up on what SIGKILL does not end.
    private mutating func climb(now: Int64) {
        for index in nodes.indices {
            let name = nodes[index].name
            switch nodes[index].state {
            case .clearing(let ladder, _, _), .stopping(let ladder, _):
                guard let due = ladder.due, due <= now else { continue }
                if let signal = ladder.signals.first {
                    report(.urged(node: name, signal: signal))
                    hurry(index, now: now)
                } else {
                    report(.unkillable(node: name))
                    nodes[index].state =
                        phase == .running && nodes[index].wish != nil ? .held : .over(.stopped)
                    nodes[index].wish = nil
                }
            case .waiting, .starting, .running, .delayed, .held, .over: continue
            }
        }
    }
}
