internal import Binnacle
internal import Broker
internal import Platform

/// `binnacle bus`: the bus itself.
enum BusVerb {
    private static let quiet = Flag("quiet", "do not print the address")

    static let declaration = Verb(
        "bus",
        "Run the bus at an address until Ctrl-C",
        discussion: """
            Takes messages in, hands them to who subscribed, keeps the newest of each topic, and
            passes requests on. Prints its address: tcp://HOST:* takes three free ports in a row.
            """,
        options: [CommonOptions.address, quiet],
        examples: [.init("binnacle bus --address tcp://127.0.0.1:7750", "for programs without ipc sockets")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let address = try BusConnection.address(arguments)
        let termination = Termination.watch()
        let stop = try Wakeup()
        let watcher = Task {
            await termination.requested()
            stop.ring()
        }
        defer { watcher.cancel() }
        try await serveOnThread(at: address, prints: !arguments[quiet], until: stop)
        return .success
    }

    /// Runs the bus on a thread of its own, which it may block.
    private static func serveOnThread(at address: BusAddress, prints: Bool, until stop: Wakeup) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do {
                try Thread.start(named: "bus") {
                    continuation.resume(with: Result { try serve(at: address, prints: prints, until: stop) })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Runs the bus; when this returns, it has given back its place.
    private static func serve(at address: BusAddress, prints: Bool, until stop: Wakeup) throws {
        var broker = try Broker(BrokerConfiguration(address: address))
        if prints { try Output.line("\(broker.address)") }
        try broker.run(until: stop)
    }
}
