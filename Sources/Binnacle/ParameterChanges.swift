internal import Messages
internal import Rules

/// The parameters of a node as they are in force, and the changes of them, one after the other.
actor ParameterChanges {
    private var parameters: JSONObject
    /// Those that may be changed; nil where nobody has said.
    private let live: [String]?
    /// What values they may have; nil where nobody has said, and whoever takes them is to look.
    private let rules: LiveRules?
    private let take: @Sendable ([UInt8]) async throws -> Void
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(
        _ parameters: JSONObject,
        live: [String]?,
        rules: LiveRules? = nil,
        take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) {
        self.parameters = parameters
        self.live = live
        self.rules = rules
        self.take = take
    }

    /// Puts a change into force.
    ///
    /// - Returns: what was changed, of the types that are wanted.
    /// - Throws: why it cannot be; nothing has changed then.
    func apply(_ wanted: JSONValue) async throws -> JSONObject {
        guard case .object(let wanted) = wanted, !wanted.members.isEmpty else {
            throw RequestError(
                code: .badRequest,
                message: "give an object of parameters, such as {\"speed\":2}"
            )
        }
        for name in wanted.members.map(\.key) {
            guard let live, !live.contains(name) else { continue }
            let advice = live.isEmpty ? "none can" : "those that can are \(live.joined(separator: ", "))"
            let message = "parameter '\(name)' cannot be changed while the node runs; \(advice)"
            throw RequestError(code: .badRequest, message: message)
        }
        let changes = try rules?.checked(wanted) ?? wanted
        if isBusy { await withCheckedContinuation { waiting.append($0) } }
        isBusy = true
        defer {
            isBusy = !waiting.isEmpty
            if isBusy { waiting.removeFirst().resume() }
        }
        var merged = parameters
        for change in changes.members { merged[change.key] = change.value }
        try await take(Array(JSONValue.object(merged).description.utf8))
        parameters = merged
        return changes
    }
}
