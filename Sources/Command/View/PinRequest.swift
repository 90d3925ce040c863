internal import Binnacle

/// The view's commands as requests to the node that keeps the pins.
struct PinRequest: Sendable {
    private static let keeper = "pins"
    private let node: Node

    init(_ node: Node) {
        self.node = node
    }

    /// Asks the node for what a command wants.
    ///
    /// - Returns: what has become of it, in words.
    func carryOut(_ command: PinCommand) async -> String {
        var body = JSONObject()
        do {
            switch command {
            case .drop(let label):
                body.add("label", label)
                let answer = try await ask("\(Self.keeper)/drop", body)
                let pin = answer["pin"]
                return "remembered as \(pin?["label"]?.text ?? pin?["id"]?.text ?? "a pin")"
            case .clear(let id, let node):
                body.add("id", id)
                _ = try await ask("\(node)/clear", body)
                return "forgotten"
            }
        } catch {
            return "\(error)"
        }
    }

    private func ask(_ method: String, _ body: JSONObject) async throws -> JSONValue {
        try JSONValue.parse(try await node.request(method, Array(body.line.utf8)))
    }
}
