internal import Binnacle
internal import Broker
internal import Keys
internal import Platform

/// `binnacle bus`: the bus itself.
enum BusVerb {
    private static let address = Option<BusAddress>(
        "address",
        "A",
        "where to let in who can come there: ipc:///FOLDER, or tcp://HOST:PORT of this machine; may be repeated"
    )
    private static let secure = Option<BusAddress>(
        "secure",
        "A",
        "where to let in who has a key, tcp://HOST:PORT; may be repeated"
    )
    private static let insecure = Flag("insecure", "let --address be one that other machines can reach")
    private static let quiet = Flag("quiet", "do not print the addresses")

    static let declaration = Verb(
        "bus",
        "Run the bus at one or more addresses until Ctrl-C",
        discussion: """
            Takes messages in, hands them to who subscribed, keeps the newest of each topic, and
            passes requests on. Prints its addresses: tcp://HOST:* takes three free ports in a row.

            Without --address it is at the usual one, $BINNACLE_BUS or the user's folder, with
            or without --secure beside it. Keys are made by 'binnacle keys new'.
            """,
        options: [address, secure, insecure, quiet],
        examples: [
            .init("binnacle bus --address tcp://127.0.0.1:7750", "for programs without ipc sockets"),
            .init("binnacle bus --secure tcp://0.0.0.0:7750", "for this machine, and for others with keys"),
        ],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        var configuration = BrokerConfiguration(address: try BusConnection.address(arguments))
        if arguments.has(address) { configuration.addresses = arguments.all(address) }
        configuration.securedAddresses = arguments.all(secure)
        if arguments.has(secure) { configuration.keys = try KeyFolder.fromEnvironment() }
        configuration.isInsecure = arguments[insecure]
        let termination = Termination.watch()
        let stop = try Wakeup()
        let watcher = Task {
            await termination.requested()
            stop.ring()
        }
        defer { watcher.cancel() }
        try await serveOnThread(configuration, prints: !arguments[quiet], until: stop)
        return .success
    }

    /// Runs the bus on a thread of its own, which it may block.
    private static func serveOnThread(
        _ configuration: BrokerConfiguration,
        prints: Bool,
        until stop: Wakeup
    ) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do {
                try Thread.start(named: "bus") {
                    continuation.resume(
                        with: Result { try serve(configuration, prints: prints, until: stop) }
                    )
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Runs the bus; when this returns, it has given back its place.
    private static func serve(
        _ configuration: BrokerConfiguration,
        prints: Bool,
        until stop: Wakeup
    ) throws {
        var broker = try Broker(configuration)
        if prints {
            for address in broker.addresses { try Output.line("\(address)") }
            for address in broker.securedAddresses { try Output.line("\(address) (with keys)") }
        }
        try broker.run(until: stop)
    }
}
