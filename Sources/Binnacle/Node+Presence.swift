internal import Messages
internal import Platform

extension Node {
    /// Finds out what is at the bus's address.
    ///
    /// That nobody is there is known as soon as nobody listens; one who does is given time, because a machine may be
    /// so busy that the bus's turn has not come.
    /// - Parameter patience: for how long one who listens may say nothing.
    /// - Returns: what is there; ``BusPresence/silent(_:)`` when the time is up.
    package func presence(within patience: Duration = .seconds(10)) async -> BusPresence {
        guard !address.hasWildcardPort else { return .nobody }
        // A local socket is looked at in no time, and nobody notices.
        if address.folder != nil, let verdict = await verdict() { return verdict }
        return await withTaskGroup(of: BusPresence?.self) { group in
            group.addTask { await self.ping(within: patience) }
            if address.folder == nil {
                group.addTask {
                    // A bus with keys complains of who comes and goes: most have answered by now.
                    try? await Task.sleep(for: Self.headStart)
                    return Task.isCancelled ? nil : await self.verdict()
                }
            }
            defer { group.cancelAll() }
            for await verdict in group { if let verdict { return verdict } }
            return .silent(address.requestEndpoint)
        }
    }

    private static let headStart = Duration.milliseconds(300)

    /// The endpoint at which somebody listens, whoever it is; `nil` where nobody does.
    func occupiedEndpoint() async -> String? {
        let (found, endpoint, _) = await look()
        return found == .present ? endpoint : nil
    }

    /// What is known by who listens; `nil` where somebody does who may be a bus.
    private func verdict() async -> BusPresence? {
        for round in 0..<2 {
            let (found, endpoint, isRequest) = await look()
            switch found {
            case .absent: return .nobody
            case .unknown(let why): return .unreachable(why)
            case .present where isRequest: return nil
            // A bus that is starting opens its sockets one after the other.
            case .present where round > 0: return .silent(endpoint)
            case .present: try? await Task.sleep(for: Self.headStart)
            }
        }
        return nil
    }

    /// Looks on a thread that may block.
    private func look() async -> (found: Listener, endpoint: String, isRequest: Bool) {
        let address = address
        if address.folder != nil { return address.look() }
        return await withCheckedContinuation { continuation in
            do {
                try Thread.start(named: "look") { continuation.resume(returning: address.look()) }
            } catch {
                continuation.resume(returning: (.unknown("\(error)"), address.requestEndpoint, true))
            }
        }
    }

    private func ping(within patience: Duration) async -> BusPresence {
        do {
            try await connected(within: patience)
            return .answers
        } catch {
            if error.code != .timeout { return .refuses(error.message) }
            // One that cuts every connection off has given no answer either.
            return await refusal().flatMap { $0.isSilence ? nil : .refuses($0.message) }
                ?? .silent(address.requestEndpoint)
        }
    }

    /// Why the bus has not let the node in the last time that it tried.
    private func refusal() async -> Refusal? {
        let (stream, continuation) = AsyncStream.makeStream(of: Refusal?.self)
        loop.perform { core in
            continuation.yield(core?.requests.refusal)
            continuation.finish()
        }
        for await refusal in stream { return refusal }
        return nil
    }
}
