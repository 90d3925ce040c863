internal import Binnacle
internal import Glibc
internal import Platform

extension BusAddress: ArgumentValue {
    var argument: String { description }

    static func read(_ text: String) throws(UsageError) -> BusAddress {
        do {
            return try BusAddress(text)
        } catch {
            throw UsageError(error.problem)
        }
    }
}

/// The command's own way onto the bus: a node that looks and asks, and is in nobody's list.
enum BusConnection {
    /// Where the bus is by the arguments, else by the environment.
    static func address(_ arguments: Arguments) throws -> BusAddress {
        if let address = arguments[CommonOptions.address] { return address }
        do {
            return try BusAddress.fromEnvironment()
        } catch {
            throw CommandError("\(error)", code: .usage)
        }
    }

    /// Why what was done on the bus has been ended from without.
    private enum End {
        case refused(RequestError)
        case interrupted
    }

    /// For how long a bus that is there may say nothing; a machine may be so busy that its turn has not come.
    static let patience = Duration.seconds(10)

    /// Runs something with a node on a bus that answers, and leaves the bus then.
    ///
    /// Cancels it when the bus lets us in no longer, and when somebody asks for the end before it takes the signals itself.
    /// - Parameters:
    ///   - arguments: where the bus is.
    ///   - seconds: for how long the bus may say nothing, where the arguments say so; then nothing came in time.
    ///   - body: what to run.
    /// - Returns: what `body` does.
    /// - Throws: that no bus answers, or lets us in no longer, and what to do; `Interrupted`; else what `body` throws.
    static func withNode<Result: Sendable>(
        _ arguments: Arguments,
        within seconds: Double? = nil,
        _ body: @escaping @Sendable (Node) async throws -> Result
    ) async throws -> Result {
        let address = try address(arguments)
        let node = try join(address)
        let end = Lock<End?>(nil)
        let work = Task {
            guard try await answers(node, within: seconds.map { .seconds($0) } ?? patience) else {
                throw CommandError(BusPresence.nobody.complaint(at: address) ?? "")
            }
            return try await body(node)
        }
        let cancel = { @Sendable (reason: End) in
            end.withLock { $0 = $0 ?? reason }
            work.cancel()
        }
        node.onRefusal { cancel(.refused($0)) }
        try Interrupt.watch { cancel(.interrupted) }
        let result = await withTaskCancellationHandler {
            await work.result
        } onCancel: {
            work.cancel()
        }
        await node.close()
        switch (end.withLock { $0 }, result) {
        case (.refused(let why)?, _): throw CommandError(why.message)
        case (.interrupted?, .failure): throw Interrupted()
        default: return try result.get()
        }
    }

    /// Joins without asking whether there is a bus: as a node of a name, which others can ask for something, or as one
    /// that only looks.
    static func join(_ address: BusAddress, as name: String? = nil) throws -> Node {
        var configuration = NodeConfiguration(name: name ?? "binnacle-\(getpid())", address: address)
        configuration.isMember = name != nil
        configuration.logLevel = .warning
        return try Node.join(configuration)
    }

    /// Whether a bus answers; where none does, nobody listens there.
    ///
    /// - Parameters:
    ///   - node: the node that asks.
    ///   - limit: for how long one who listens may say nothing; ``patience`` at most.
    /// - Returns: `false` where nobody listens.
    /// - Throws: what is there that does not let us in or is no bus, or why that cannot be known, and what to do; with
    ///   ``ExitCode/nothing`` where the limit that was given is over.
    static func answers(_ node: Node, within limit: Duration = patience) async throws(CommandError) -> Bool {
        let presence = await node.presence(within: min(limit, patience))
        if presence == .nobody { return false }
        guard let complaint = presence.complaint(at: node.address) else { return true }
        if case .silent = presence, limit < patience {
            throw CommandError(
                "no answer came within \(limit.seconds.argument) s: \(complaint)",
                code: .nothing
            )
        }
        throw CommandError(complaint)
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double { self / .seconds(1) }
}
