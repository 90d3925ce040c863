import Messages
import Testing

/// A message that `collect.py` has written down.
struct Collected {
    var topic: String
    var publisher: String
    /// Unix seconds.
    var published: Double?
    var payload: JSONValue

    init(line: Substring) throws {
        let value = try JSONValue.parse(String(line))
        topic = try #require(value["topic"]?.text)
        publisher = try #require(value["publisher"]?.description)
        published = value["published"]?.number.map { $0 * 1e-9 }
        payload = try #require(value["payload"])
    }
}

/// What `collect.py` says of what has come.
struct Tally {
    var counts: [String: Int] = [:]
    var faults: [String] = []

    init(line: Substring) throws {
        let value = try JSONValue.parse(String(line))
        guard case .object(let counts)? = value["counts"], case .array(let faults)? = value["faults"] else {
            throw CancellationError()
        }
        for member in counts.members { self.counts[member.key] = Int(member.value.number ?? -1) }
        self.faults = faults.map(\.description)
    }

    subscript(topic: String) -> Int { counts[topic] ?? 0 }
}

extension JSONValue {
    /// The text, where it is one.
    var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The number, where it is one.
    var number: Double? { if case .number(let number) = self { number.double } else { nil } }
}
