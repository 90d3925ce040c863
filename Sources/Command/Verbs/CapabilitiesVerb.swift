internal import Binnacle
internal import Launch

/// `binnacle capabilities`: what the nodes on the bus make possible.
enum CapabilitiesVerb {
    static let declaration = Verb(
        "capabilities",
        "Tell which capabilities the running bus has, and by which nodes",
        discussion: """
            gps: fixes of a receiver; magnetometer: a magnetic field, and so a heading;
            location-services: positions of whatever source. A node has them by its plugin's
            manifest ('provides'); launching refuses a plugin that requires what is not there.
            """,
        options: [CommonOptions.address, CommonOptions.json],
        examples: [.init("binnacle capabilities --json", "a JSON object a capability")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let capabilities = try await BusConnection.withNode(arguments) { node in
            try await BusCapabilities.ask(node)
        }
        let lines =
            arguments[CommonOptions.json] ? capabilities.objects.map(\.line) : capabilities.table.lines
        for line in lines { try Output.line(line) }
        return .success
    }
}
