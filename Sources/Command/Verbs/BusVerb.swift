internal import Binnacle
internal import Broker
internal import Glibc
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
        throw replacement(by: BusOrder(configuration, isQuiet: arguments[quiet]))
    }

    /// Becomes the bus's own program, which is beside this one: as the same process, for whoever waits for it.
    ///
    /// - Returns: why that cannot be.
    private static func replacement(by order: BusOrder) -> any Error {
        do throws(SystemError) {
            let program = try Environment.program
            let folder = program.prefix(through: program.lastIndex(of: "/") ?? program.startIndex)
            let path = "\(folder)binnacle-bus"
            let failure = ThisProcess.become(path, ["binnacle-bus"] + order.arguments)
            guard failure.code == ENOENT else { return failure }
            return CommandError(
                "the program of the bus is not at \(path): install it beside 'binnacle' again"
            )
        } catch {
            return error
        }
    }
}
