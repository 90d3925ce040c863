internal import Messages
internal import Rules
internal import Text

extension PlannedNode {
    /// Gives changes of parameters the types of the manifest, where they may be changed while the node runs.
    ///
    /// A text is read as on the command line; relative paths are seen from the working directory.
    func checked(_ changes: JSONObject) throws(RequestError) -> JSONObject {
        guard plugin != nil else { throw refusal("'\(name)' is no plugin and has no parameters") }
        var checked = JSONObject()
        for member in changes.members {
            guard let parameter = declared.first(where: { $0.name == member.key }) else {
                let advice = Suggestion.advice(for: member.key, among: declared.map(\.name), "it has")
                throw refusal("node '\(name)' has no parameter '\(member.key)'; \(advice)")
            }
            guard parameter.isLive else {
                let live = liveParameters
                let advice =
                    live.isEmpty ? "none of it can" : "those that can are \(live.joined(separator: ", "))"
                throw refusal(
                    "parameter '\(member.key)' of node '\(name)' cannot be changed while it runs; \(advice)"
                )
            }
            do throws(ValueRule.Refusal) {
                checked[member.key] = try parameter.rule.accept(Given(member.value), seenFrom: ".").json
            } catch {
                throw refusal(
                    "parameter '\(member.key)' of node '\(name)' \(error.problem); \(parameter.advice(error))"
                )
            }
        }
        if checked.members.isEmpty { throw refusal("nothing to change; give name=value") }
        return checked
    }

    /// Notes parameters that have been changed, for the next start.
    mutating func take(_ changes: JSONObject) {
        guard case .object(var object)? = try? JSONValue.parse(parameters) else { return }
        for member in changes.members { object[member.key] = member.value }
        parameters = JSONValue.object(object).description
    }

    private func refusal(_ message: String) -> RequestError {
        RequestError(code: .badRequest, message: message)
    }
}
