internal import Binnacle

/// `binnacle location`: the switch for all sources of positions on a bus.
enum LocationVerb {
    private static let state = Operand<Wanted>(
        "state",
        "on, off, or status, which is also meant by none",
        .optional
    )

    static let declaration = Verb(
        "location",
        "Switch location services on or off for all, or tell how they stand",
        discussion: """
            While they are off the bus hands on nothing that says where something is (fix, sky,
            sentence, arrow, region, place, wifi-scan, cell-scan), whoever sends it, and keeps no
            such message; receivers rest. A bus with a folder stays switched off when it is
            started again. Pins that are stored stay.
            """,
        operands: [state],
        options: [CommonOptions.address, CommonOptions.json],
        examples: [
            .init("binnacle location off", "nobody learns where we are"),
            .init("binnacle location --json", "how they stand, as JSON"),
        ],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let query = BusRequests.Location(enabled: (arguments.optional(state) ?? .status).enabled)
        let answer = try await BusConnection.withNode(arguments) { node in
            try await node.request("bus/location", query, as: BusRequests.Location.self)
        }
        guard let enabled = answer.enabled else {
            throw CommandError("the bus does not say how location services stand", code: .failure)
        }
        if arguments[CommonOptions.json] {
            var object = JSONObject()
            object.add("enabled", enabled)
            try Output.line(object.line)
        } else {
            try Output.line("location services are \(enabled ? "on" : "off")")
        }
        return .success
    }

    /// What is asked for.
    private enum Wanted: String, ArgumentValue, CaseIterable {
        case on, off, status

        var enabled: Bool? {
            switch self {
            case .on: true
            case .off: false
            case .status: nil
            }
        }

        static func read(_ text: String) throws(UsageError) -> Wanted {
            guard let wanted = Wanted(rawValue: text) else {
                throw UsageError("'\(text)' is not on, off or status")
            }
            return wanted
        }

        var argument: String { rawValue }

        static var completion: Completion { .words(allCases.map(\.rawValue)) }
    }
}
