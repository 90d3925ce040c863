internal import Binnacle

/// Keeps a view's state by what the bus says.
struct ViewFeed: Sendable {
    let view: LiveView<ViewState>

    /// Subscribes to everything that the view shows.
    func follow(_ node: Node) {
        let view = view
        view.onCommand { command in
            Task {
                let words = await PinRequest(node).carryOut(command)
                view.update { $0.tell(words) }
            }
        }
        node.subscribe(to: Fix.self, .kind(Fix.kind)) { take($0) { $0.take($1) } }
        node.subscribe(to: Heading.self, .kind(Heading.kind)) { take($0) { $0.heading = $1 ?? $0.heading } }
        node.subscribe(to: Direction.self, .kind(Direction.kind)) {
            take($0) { $0.direction = $1 ?? $0.direction }
        }
        node.subscribe(to: Pin.self, .kind(Pin.kind)) { received in
            take(received) { state, seen in
                guard let seen else { return state.erase(pinOn: received.topic.description) }
                state.pins[seen.value.id] = seen
            }
        }
        node.subscribe(to: Arrow.self, .kind(Arrow.kind)) { received in
            take(received) { state, seen in
                guard let seen else { return state.erase(arrowOn: received.topic.description) }
                state.arrows[seen.value.pin] = seen
            }
        }
        node.subscribe(to: Status.self, .kind(Status.kind)) { received in
            take(received) { $0.nodes[String(received.topic.source)] = $1 }
        }
        node.subscribe(to: Failure.self, .kind(Failure.kind)) { received in
            take(received) { $0.failures[String(received.topic.source)] = $1 }
        }
        node.subscribe(to: Log.self, .kind(Log.kind)) { received in
            guard let log = received.message, log.level >= .warning else { return }
            take(received) { $0.warning = $1 }
        }
    }

    private func take<Payload: Equatable>(
        _ received: Received<Payload>,
        _ change: (inout ViewState, Seen<Payload>?) -> Void
    ) {
        let seen = received.message.map {
            Seen($0, topic: received.topic.description, moment: Self.moment(of: received))
        }
        view.update { state in
            state.lost = state.lost.adding(received.lost)
            change(&state, seen)
        }
    }

    /// The moment from which a message's age counts; what is older than twelve days is just old.
    private static func moment<Payload>(of received: Received<Payload>) -> Int64 {
        received.arrival - Int64(min(received.ageAtArrival, 1e6) * 1e9)
    }
}

extension ViewState {
    /// Takes a fix: a chosen one always, another one only while no chosen one is fresh.
    mutating func take(_ seen: Seen<Fix>?) {
        guard let seen else { return }
        if let fix, fix.value.source != nil, seen.value.source == nil, seen.topic != fix.topic,
            fix.age(at: seen.moment) <= Staleness.fix
        {
            return
        }
        fix = seen
    }
}
