internal import Messages

/// JSON: what is read is written and reads the same again, as a value and as the body of a request.
enum JSONTexts {
    private static let bodies: [@Sendable (JSONValue) throws -> Void] = [
        { try check(BusRequests.Hello.self, $0) },
        { try check(BusRequests.Welcome.self, $0) },
        { try check(BusRequests.Heartbeat.self, $0) },
        { try check(BusRequests.Goodbye.self, $0) },
        { try check(BusRequests.Empty.self, $0) },
        { try check(BusRequests.Topics.self, $0) },
        { try check(BusRequests.Listeners.self, $0) },
        { try check(BusRequests.Received.self, $0) },
        { try check(BusRequests.Prefix.self, $0) },
        { try check(BusRequests.TopicList.self, $0) },
        { try check(BusRequests.NodeList.self, $0) },
        { try check(BusRequests.LastValues.self, $0) },
        { try check(RequestError.self, $0) },
        { try check([String: JSONValue].self, $0) },
        { try check([Float?].self, $0) },
        { try check([[Int8]].self, $0) },
    ]

    static func value(_ input: [UInt8]) throws {
        guard let value = try? JSONValue.parse(input) else { return }
        var bytes: [UInt8] = []
        value.write(to: &bytes)
        let again = try JSONValue.parse(bytes)
        try BrokenProperty.unless(again == value, "\(value) became \(again)")
        for check in bodies { try check(value) }
    }

    /// Reads the body that the first byte chooses: `A` for hello, `B` for welcome and so on.
    static func body(_ input: [UInt8]) throws {
        guard let first = input.first, let value = try? JSONValue.parse(Array(input.dropFirst())) else {
            return
        }
        try bodies[Int(first &- UInt8(ascii: "A")) % bodies.count](value)
    }

    private static func check<Body: Codable>(_ type: Body.Type, _ value: JSONValue) throws {
        guard let body = try? JSON.decode(type, from: value) else { return }
        let first = sorted(try JSONValue.parse(try JSON.encode(body)))
        let second = sorted(try JSON.value(of: try JSON.decode(type, from: first)))
        try BrokenProperty.unless(first == second, "\(type): \(first) became \(second)")
    }

    /// A value with the members of objects in order: a dictionary has none.
    private static func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(sorted))
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map { JSONObject.Member(key: $0.key, value: sorted($0.value)) }
                        .sorted { $0.key < $1.key }
                )
            )
        default: value
        }
    }
}
