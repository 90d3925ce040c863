internal import Binnacle
internal import Platform
internal import Text

/// Asks the bus how it and its nodes do.
struct BusCheck: Sendable {
    /// The bus writes its status each second.
    private static let patience = Duration.seconds(3)
    /// For how long a bus may say nothing before it is taken for held up.
    private static let answerPatience = Duration.seconds(5)

    let node: Node

    /// The results; that it answers comes first, and alone when it does not.
    func results() async -> [CheckResult] {
        let start = MonotonicClock.nanoseconds
        let presence = await node.presence(within: Self.answerPatience)
        if let failure = Self.failure(presence, at: node.address) { return [failure] }
        let milliseconds = Double(MonotonicClock.nanoseconds - start) * 1e-6
        var results = [CheckResult.pass("bus", "answers within \(milliseconds.fixed(1)) ms")]
        let status = await newestStatus()
        results += [Self.contract(status?.message), Self.busClock(status)]
        do {
            results += Self.life(try await BusSnapshot.take(node))
        } catch {
            results.append(.warn("nodes", "the bus does not say who is there: \(error)", "look at its log"))
        }
        return results
    }

    /// What is wrong where no bus answers, and what to do.
    static func failure(_ presence: BusPresence, at address: BusAddress) -> CheckResult? {
        switch presence {
        case .answers: nil
        case .nobody:
            .fail(
                "bus",
                "no bus answers at \(address): nobody listens there",
                "start one: 'binnacle bus --address \(address)' or 'binnacle launch FILE'"
            )
        case .refuses(let why): .fail("bus", why, "see 'binnacle keys --help' and docs/security.md")
        case .silent, .unreachable: .fail("bus", presence.complaint(at: address) ?? "")
        }
    }

    /// The bus's own status as it came live, with the wall clock at that moment, Unix nanoseconds.
    private func newestStatus() async -> StatusArrival? {
        let (stream, feed) = AsyncStream.makeStream(of: StatusArrival.self)
        guard let topic = try? Topic("\(Status.kind)/bus") else { return nil }
        let subscription = node.subscribe(to: Status.self, .exactly(topic), lastValues: false) { received in
            guard let message = received.message, !received.isLastValue else { return }
            feed.yield(
                StatusArrival(
                    message: message,
                    published: received.stamp.published,
                    arrival: WallClock.nanoseconds
                )
            )
        }
        let timer = Task {
            try? await Task.sleep(for: Self.patience)
            feed.finish()
        }
        defer {
            subscription.cancel()
            timer.cancel()
        }
        for await status in stream { return status }
        return nil
    }

    /// A status with the moments of its publishing and its arrival, Unix nanoseconds.
    struct StatusArrival: Sendable {
        var message: Status
        var published: Int64
        var arrival: Int64
    }

    /// Whether the bus speaks our version of the contract, which every message of it tells.
    static func contract(_ status: Status?) -> CheckResult {
        guard let status else {
            return .fail(
                "contract",
                "the bus answers, and none of its messages in version \(Stamp.version) of the contract comes",
                "where the sockets above are as they should be, run the same version of binnacle everywhere"
            )
        }
        if let refused = status.dropped, refused > 0 {
            return .warn(
                "contract",
                "the bus has refused \(refused.counted("message")) since its start",
                "its standard error, and 'binnacle topic echo log/bus', say why; what tells a place is among them while "
                    + "location services are off"
            )
        }
        return .pass("contract", "version \(Stamp.version), and no message was refused")
    }

    /// Whether the bus's wall clock and ours agree, by when its status was published and when it came.
    static func busClock(_ status: StatusArrival?) -> CheckResult {
        let name = "bus-clock"
        guard let status else { return .warn(name, "not known", "see above") }
        let (difference, overflow) = status.arrival.subtractingReportingOverflow(status.published)
        let seconds = Double(difference) * 1e-9
        guard !overflow, seconds.magnitude <= 0.25 else {
            let size = overflow ? "more than a century" : "\(seconds.magnitude.fixed(1)) s"
            let detail = "\(size) \(seconds > 0 ? "behind" : "ahead of") ours"
            let advice = "let both machines set their clocks by the network: timedatectl set-ntp true"
            // From a second on, the ages of last values are not believed.
            return seconds.magnitude > 1 || overflow
                ? .fail(name, detail, advice) : .warn(name, detail, advice)
        }
        return .pass(name, "within \((seconds.magnitude * 1000).fixed(1)) ms of ours")
    }

    /// How the nodes are, and whose the bus's clock is.
    static func life(_ snapshot: BusSnapshot) -> [CheckResult] {
        let owner = snapshot.topics.first { $0.topic.hasPrefix("\(Clock.kind)/") && $0.age < 3 }
        let time = owner.map {
            "kept by \($0.topic.dropFirst(Clock.kind.utf8.count + 1)), which plays a recording"
        }
        var results = [CheckResult.pass("bus-time", time ?? "the wall clock's")]
        let present = snapshot.nodes.filter(\.isPresent)
        let degraded = present.filter { $0.state == Status.State.degraded.rawValue }
        // Who has said goodbye is missed by nobody.
        let lost = snapshot.nodes.filter { !$0.isPresent && $0.note != "it said goodbye" }
        let troubles = (degraded + lost).map { node in
            "\(node.name) \(node.state)\(node.note.map { ": \($0)" } ?? "")"
        }
        if troubles.isEmpty {
            results.append(
                .pass("nodes", present.isEmpty ? "none yet" : present.map(\.name).joined(separator: ", "))
            )
        } else {
            results.append(
                .warn("nodes", troubles.joined(separator: "; "), "'binnacle node info NAME' says more")
            )
        }
        return results
    }
}
