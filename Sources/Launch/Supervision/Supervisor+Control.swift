public import Messages
internal import Platform

// What may be asked of a rig while it runs, from any thread.
extension Supervisor {
    /// The lines of a node from a number on.
    public struct Lines: Codable, Hashable, Sendable {
        /// A line.
        public struct Line: Codable, Hashable, Sendable {
            /// Its place among all lines of the node, from 0.
            public var number: Int
            /// Whether it is of standard error.
            public var error: Bool
            /// The line, without its end.
            public var text: String
        }

        /// The lines.
        public var lines: [Line]
        /// The number of the line after the last.
        public var next: Int
        /// How many of those asked for are not kept any more.
        public var lost: Int
    }

    private static let over = RequestError(code: .refused, message: "the rig has ended")

    /// How each node is, those of the foundation first.
    ///
    /// - Throws: that the rig has ended.
    public func nodes() async throws(RequestError) -> [NodeState] {
        try await onThread { runner in .success(runner.states) }
    }

    /// Starts a node that does not run, and returns once its process runs.
    ///
    /// - Throws: that there is no such node, or why it cannot be started.
    public func start(_ node: String) async throws(RequestError) -> NodeState {
        try await order(.start, node)
    }

    /// Stops a node while the rig goes on, and returns once no process of it is left.
    ///
    /// - Throws: that there is no such node, or why it cannot be stopped.
    public func stop(_ node: String) async throws(RequestError) -> NodeState { try await order(.stop, node) }

    /// Stops a node where it runs, starts it, and returns once its process runs.
    ///
    /// - Throws: that there is no such node, or why it cannot be started.
    public func restart(_ node: String) async throws(RequestError) -> NodeState {
        try await order(.restart, node)
    }

    /// The newest lines of a node, or those from a number on.
    ///
    /// - Throws: that there is no such node.
    public func lines(of node: String, from number: Int?, newest count: Int) async throws(RequestError)
        -> Lines
    {
        try await onThread { runner in runner.lines(of: node, from: number, newest: count) }
    }

    /// Checks a change of parameters of a running node by its plugin's manifest, and types its values.
    ///
    /// - Throws: what is wrong and what to do.
    public func checkedChange(of node: String, _ changes: JSONObject) async throws(RequestError) -> JSONObject
    {
        try await onThread { runner in runner.checkedChange(of: node, changes) }
    }

    /// Notes that a node has taken a change of parameters, so that it is started with it the next time.
    public func note(change: JSONObject, of node: String) {
        mailbox.post(.work({ $0.note(change: change, of: node) }, orElse: {}))
    }

    private func order(_ order: Supervision.Order, _ node: String) async throws(RequestError) -> NodeState {
        try await answer { completion in
            mailbox.post(
                .work(
                    { $0.carryOut(order, node, completion: completion) },
                    orElse: { completion(.failure(Self.over)) }
                )
            )
        }
    }

    private func onThread<Answer: Sendable>(
        _ body: @escaping @Sendable (inout SupervisorRunner) -> Result<Answer, RequestError>
    ) async throws(RequestError) -> Answer {
        try await answer { completion in
            mailbox.post(
                .work({ completion(body(&$0)) }, orElse: { completion(.failure(Self.over)) })
            )
        }
    }

    private func answer<Answer: Sendable>(
        _ ask: (@escaping @Sendable (Result<Answer, RequestError>) -> Void) -> Void
    ) async throws(RequestError) -> Answer {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<Answer, RequestError>.self)
        ask { result in
            continuation.yield(result)
            continuation.finish()
        }
        for await result in stream { return try result.get() }
        throw RequestError(code: .cancelled, message: "nobody waits for the answer any more")
    }
}
