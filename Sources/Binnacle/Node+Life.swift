internal import Glibc
public import Messages
internal import Platform

extension Node {
    /// Says that the node is at work; ``Plugin`` does it by itself.
    public func ready() { change(to: .ready, note: nil) }

    /// Says that the node is at work, but not as it should be, and why.
    public func degrade(_ why: String) { change(to: .degraded, note: why) }

    /// Says that the node is at work, unless it has said already that it is not as it should be.
    func readyUnlessDegraded() {
        loop.perform { core in
            guard let core, core.membership.current.state == .starting else { return }
            core.membership.change(to: .ready, note: nil)
        }
    }

    private func change(to state: Status.State, note: String?) {
        loop.perform { core in core?.membership.change(to: state, note: note) }
    }

    /// Writes a line to standard error, and to `log/<node>` on the bus.
    public func log(_ level: Log.Level, _ message: String) { logger.write(level, message) }

    /// Publishes a failure on `failure/<node>` and logs it as a warning.
    public func fail(_ code: Failure.Code, _ message: String) {
        logger.write(.warning, message)
        let failure = Failure(time: WallClock.seconds, code: code, message: message)
        // The name has been checked, so the topic is one.
        (try? publisher(of: Failure.self))?.publish(failure)
    }

    /// Puts what a node counts into its status, as `counters`: numbers by their names, asked for once a second.
    ///
    /// - Parameter counters: gives them; called on a thread of the node's.
    public func count(_ counters: @escaping @Sendable () -> JSONObject) {
        self.counters.withLock { $0 = counters }
    }

    /// Waits until the bus answers.
    ///
    /// - Throws: ``RequestError`` `timeout`, with what to do, when it does not in time.
    public func connected(within timeout: Duration = .seconds(2)) async throws(RequestError) {
        _ = try await request("bus/ping", Array("{}".utf8), timeout: timeout)
    }

    /// Says in the log that no bus answers, where none does: the node waits for one and is silent meanwhile.
    func warnUnlessConnected() async {
        do {
            try await connected()
        } catch {
            guard error.code == .timeout else { return }
            guard let endpoint = await occupiedEndpoint() else {
                return logger.write(.warning, "no bus answers at \(address); waiting for one")
            }
            logger.write(
                .warning,
                "something listens at \(endpoint) but does not answer as a bus; waiting for it"
            )
        }
    }

    /// Calls `body` when the bus will not have the node: another node has its name, say.
    package func onRefusal(_ body: @escaping @Sendable (RequestError) -> Void) {
        loop.perform { core in
            guard let core else { return }
            core.membership.onRefusal = body
            if let refusal = core.membership.refusal { body(refusal) }
        }
    }

    /// Publishes `status/<node>` once a second and log lines on `log/<node>`.
    func startReporting() {
        let (loop, outlet, overflowed) = (loop, outlet, overflowed)
        guard let status = try? publisher(of: StatusReport.self), let log = try? publisher(of: Log.self)
        else { return }
        let logger = logger
        loop.perform { core in
            let attach = { logger.attach { log.publish($0) } }
            // With a key it has to be found out first whether the bus takes it.
            guard let core, core.configuration.key != nil else { return attach() }
            core.attachLog = attach
        }
        let meter = Lock(StatusMeter())
        let parameters = parameters
        let counters = counters
        every(.seconds(1)) {
            let counters = counters.withLock { $0 }?()
            loop.perform { core in
                guard let core, core.keyWatch.mayPublish(Status.kind) else { return }
                let inForce = parameters.withLock { $0 }
                let report = meter.withLock {
                    $0.read(
                        core,
                        outlet.figures,
                        overflowed: overflowed.value,
                        parameters: inForce,
                        counters: counters
                    )
                }
                status.publish(report)
            }
        }
    }
}
