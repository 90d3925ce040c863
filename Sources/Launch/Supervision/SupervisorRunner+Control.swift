internal import Messages
internal import Platform

// What is asked of the rig while it runs, on its thread.
extension SupervisorRunner {
    /// Somebody who waits until an order is carried out.
    struct Waiter {
        let order: Supervision.Order
        let node: String
        let completion: @Sendable (Result<NodeState, RequestError>) -> Void
        var hasBegun = false
    }

    var states: [NodeState] {
        let now = MonotonicClock.nanoseconds
        return supervision.nodes.map { $0.state(at: now) }
    }

    mutating func carryOut(
        _ order: Supervision.Order,
        _ name: String,
        completion: @escaping @Sendable (Result<NodeState, RequestError>) -> Void
    ) {
        if let objection = supervision.objection(to: order, of: name) {
            let code: RequestError.Code = supervision.index(name) == nil ? .unknownNode : .refused
            completion(.failure(RequestError(code: code, message: objection)))
            return
        }
        overtake(name, by: order)
        take(.order(order, name))
        waiters.append(Waiter(order: order, node: name, completion: completion))
        answerWaiters()
    }

    /// Answers those whose orders another order revokes: what they wait for may not come about any more.
    private mutating func overtake(_ name: String, by order: Supervision.Order) {
        waiters.removeAll { waiter in
            guard waiter.node == name, (waiter.order == .stop) != (order == .stop) else { return false }
            let message =
                "'\(name)' was ordered to \(order.rawValue) before it was through with '\(waiter.order.rawValue)'"
            waiter.completion(.failure(RequestError(code: .refused, message: message)))
            return true
        }
    }

    /// Answers those whose orders are carried out, or never will be.
    mutating func answerWaiters() {
        guard !waiters.isEmpty else { return }
        let now = MonotonicClock.nanoseconds
        waiters.removeAll { waiter in
            guard let node = supervision.nodes.first(where: { $0.name == waiter.node }) else { return true }
            let state = node.state(at: now)
            if exitCode != nil || (supervision.phase != .running && waiter.order != .stop) {
                waiter.completion(.failure(RequestError(code: .refused, message: "the rig is stopping")))
                return true
            }
            switch (waiter.order, node.state) {
            case (.stop, .held), (.stop, .over), (.start, .running), (.restart, .running):
                waiter.completion(.success(state))
            case (.start, .over), (.restart, .over), (.start, .held), (.restart, .held):
                let why = "'\(waiter.node)' has not come up: \(state.last ?? state.state.rawValue)"
                waiter.completion(.failure(RequestError(code: .failed, message: why)))
            default: return false
            }
            return true
        }
    }

    func lines(of name: String, from number: Int?, newest count: Int) -> Result<
        Supervisor.Lines, RequestError
    > {
        guard supervision.index(name) != nil else {
            let message = "there is no node '\(name)' in this rig"
            return .failure(RequestError(code: .unknownNode, message: message))
        }
        let history = histories[name] ?? LineHistory()
        let entries = history.lines(from: number, newest: count)
        let first = entries.first?.number ?? history.next
        return .success(
            Supervisor.Lines(
                lines: entries.map {
                    .init(
                        number: $0.number,
                        error: $0.isError,
                        text: String(decoding: $0.text, as: UTF8.self)
                    )
                },
                next: history.next,
                lost: max(0, first - (number ?? first))
            )
        )
    }

    func checkedChange(of name: String, _ changes: JSONObject) -> Result<JSONObject, RequestError> {
        guard let node = plan.nodes.first(where: { $0.name == name }) else {
            let message = "there is no node '\(name)' in this rig"
            return .failure(RequestError(code: .unknownNode, message: message))
        }
        do throws(RequestError) {
            return .success(try node.checked(changes))
        } catch {
            return .failure(error)
        }
    }

    mutating func note(change: JSONObject, of name: String) {
        guard let index = plan.nodes.firstIndex(where: { $0.name == name }) else { return }
        plan.nodes[index].take(change)
        report(.ordered(node: name, "changed \(JSONValue.object(change).description)"))
    }
}
