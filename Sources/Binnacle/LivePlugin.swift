internal import Messages
internal import Platform
internal import Rules

/// A plugin that takes changes of its parameters while it runs: those marked `x-live: true` in its manifest.
///
/// ```swift
/// func take(_ parameters: Parameters) async throws { rate.withLock { $0 = parameters.rate } }
/// ```
///
/// `binnacle set NODE rate=5` comes to it so. The node answers `<node>/set` for it, and shows the parameters in its status.
public protocol LivePlugin: Plugin {
    /// Takes the parameters as they are to be from now on, the unchanged ones with them.
    ///
    /// Called for one change after the other, whose values are those that the manifest allows.
    /// - Throws: why they cannot be taken, which goes to who asked; those before stay in force then.
    func take(_ parameters: Parameters) async throws
}

extension LivePlugin {
    /// Answers `<node>/set`.
    func takeChanges(on node: Node, from parameters: JSONObject) {
        let schema = try? JSONValue.parse(node.configuration.liveSchema)
        let changes = ParameterChanges(
            parameters,
            live: node.configuration.liveParameters,
            rules: schema.map(LiveRules.init(schema:))
        ) { parameters in
            let typed: Parameters
            do {
                typed = try JSON.decode(Parameters.self, from: parameters)
            } catch {
                throw RequestError(code: .badRequest, message: "\(error)")
            }
            do {
                try await self.take(typed)
            } catch let error as UsageError {
                throw RequestError(code: .badRequest, message: error.description)
            }
            node.parameters.withLock { $0 = parameters }
        }
        node.answer("set") { (wanted: JSONValue) in JSONValue.object(try await changes.apply(wanted)) }
    }
}
