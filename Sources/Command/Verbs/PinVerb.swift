internal import Binnacle
internal import Text

/// `binnacle pin`: places to find the way back to.
enum PinVerb {
    private static let label = Operand<String>("label", "what to call it", .optional)
    private static let id = Operand<String>("id", "the pin to forget; all where it is left out", .optional)
    private static let place = Option<Place>("at", "LAT,LON", "this place, in place of where we are")
    private static let wait = Option<Double>(
        "wait",
        "SECONDS",
        "how long to wait for a fix and for the node that keeps the pins",
        in: 0...1e6,
        default: 0
    )
    private static let node = Option<String>(
        "node",
        "NAME",
        "the node that keeps the pins",
        default: "pins",
        completing: .nodes
    )

    static let declaration = Verb(
        "pin",
        "Drop, list and clear pins",
        discussion: "Pins are kept by the node 'pins' of the plugin 'pins', or by the one that --node names.",
        examples: [
            .init("binnacle pin drop boat", "remember this place"),
            .init("binnacle pin drop --at -33.9,18.4", "remember another place"),
        ],
        verbs: [
            Verb(
                "drop",
                "Remember where we are, or a given place",
                discussion: "Needs a fresh fix, or --at. Prints the pin.",
                operands: [label],
                options: [place, wait, node, CommonOptions.address, CommonOptions.json],
                examples: [.init("binnacle pin drop 'the boat' --at -33.9,18.4", "at a given place")],
                body: runDrop
            ),
            Verb(
                "list",
                "List pins, the oldest first",
                options: [node, CommonOptions.address, CommonOptions.json],
                body: runList
            ),
            Verb(
                "clear",
                "Forget a pin, or all",
                discussion: "Prints the identifiers of the pins that are forgotten.",
                operands: [id],
                options: [node, CommonOptions.address, CommonOptions.json],
                body: runClear
            ),
        ]
    )

    @Sendable private static func runDrop(_ arguments: Arguments) async throws -> ExitCode {
        var request = JSONObject()
        request.add("label", arguments.optional(label))
        request.add("latitude", arguments[place]?.latitude)
        request.add("longitude", arguments[place]?.longitude)
        let answer = try await ask(arguments, "drop", request, patience: .seconds(arguments[wait] ?? 0))
        try show([answer["pin"] ?? .null], json: arguments[CommonOptions.json])
        for id in texts(answer["replaced"]) { Output.say("pin \(id.onOneLine) is gone for it") }
        return .success
    }

    @Sendable private static func runList(_ arguments: Arguments) async throws -> ExitCode {
        let answer = try await ask(arguments, "list", JSONObject())
        guard case .array(let pins)? = answer["pins"] else {
            throw CommandError("the answer has no pins: \(answer)")
        }
        if pins.isEmpty { Output.say("no pins; drop one with 'binnacle pin drop'") }
        try show(pins, json: arguments[CommonOptions.json])
        return .success
    }

    @Sendable private static func runClear(_ arguments: Arguments) async throws -> ExitCode {
        var request = JSONObject()
        request.add("id", arguments.optional(id))
        let cleared = texts(try await ask(arguments, "clear", request)["cleared"])
        if cleared.isEmpty { Output.say("no pins") }
        for id in cleared {
            var object = JSONObject()
            object.add("id", id)
            try Output.line(arguments[CommonOptions.json] ? object.line : id.onOneLine)
        }
        return .success
    }

    private static func ask(
        _ arguments: Arguments,
        _ method: String,
        _ request: JSONObject,
        patience: Duration = .zero
    ) async throws -> JSONValue {
        let name = arguments[node] ?? "pins"
        let json = Array(request.line.utf8)
        let deadline = ContinuousClock.now + patience
        let answer = try await BusConnection.withNode(arguments) { node in
            while true {
                do {
                    return try await node.request("\(name)/\(method)", json)
                } catch let error as RequestError {
                    guard ContinuousClock.now < deadline, mayPass(error) else { throw error }
                }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        return try JSONValue.parse(answer)
    }

    /// Whether a rig that is still starting answers so.
    private static func mayPass(_ error: RequestError) -> Bool {
        [.locationUnknown, .unknownNode, .unknownMethod].contains(error.code)
    }

    private static func show(_ pins: [JSONValue], json: Bool) throws {
        for pin in pins { try Output.line(json ? pin.description : line(pin)) }
    }

    /// A pin for people: identifier, place, time and label.
    static func line(_ pin: JSONValue) -> String {
        var parts = texts(pin["id"])
        if let latitude = pin["latitude"]?.number, let longitude = pin["longitude"]?.number {
            parts.append(Phrase.place(latitude: latitude, longitude: longitude))
        }
        if let accuracy = pin["horizontalAccuracy"]?.number { parts.append("± \(accuracy.fixed(1)) m") }
        if let time = pin["time"]?.number {
            parts.append("\(Moment(seconds: time).day) \(UTC.clock(time)) UTC")
        }
        parts += texts(pin["label"])
        return parts.joined(separator: "  ").onOneLine
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        switch value {
        case .string(let text)?: [text]
        case .array(let values)?: values.flatMap { texts($0) }
        default: []
        }
    }
}
