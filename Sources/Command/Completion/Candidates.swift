internal import Binnacle
internal import Launch

/// The words that a shell may offer, of which some are asked of the bus.
enum Candidates {
    /// Who types waits for no bus that is slow.
    private static let patience = Duration.milliseconds(300)

    /// The words that a completion stands for; none where the bus does not answer in time.
    static func words(for completion: Completion, at address: BusAddress?) async -> [String] {
        switch completion {
        case .nothing, .files: []
        case .words(let words): words
        case .plugins: PluginSearchPath.fromEnvironment().all().manifests.map(\.id)
        case .topics:
            await ask(address, "bus/topics", BusRequests.Prefix(), as: BusRequests.TopicList.self)?
                .topics.map(\.topic) ?? []
        case .launchedNodes: await launchedNodes(at: address)
        case .nodes: await nodes(at: address).map(\.name) + ["bus"]
        case .methods:
            await nodes(at: address).flatMap { node in node.answers.map { "\(node.name)/\($0)" } }
                + ["key", "last", "listeners", "location", "nodes", "ping", "topics"].map { "bus/\($0)" }
        }
    }

    private static func launchedNodes(at address: BusAddress?) async -> [String] {
        let launchers = await nodes(at: address).map(\.name).filter {
            $0 == "launch" || $0.hasPrefix("launch-")
        }
        var names: [String] = []
        for launcher in launchers {
            let report = await ask(
                address,
                "\(launcher)/ps",
                BusRequests.Empty(),
                as: LaunchService.Report.self
            )
            names += (report?.nodes ?? []).map(\.name)
        }
        return names
    }

    private static func nodes(at address: BusAddress?) async -> [BusRequests.NodeInfo] {
        let list = await ask(address, "bus/nodes", BusRequests.Empty(), as: BusRequests.NodeList.self)
        return (list?.nodes ?? []).filter(\.isPresent)
    }

    private static func ask<Answer: Decodable & Sendable>(
        _ address: BusAddress?,
        _ method: String,
        _ body: some Encodable,
        as type: Answer.Type
    ) async -> Answer? {
        guard let address, let node = try? BusConnection.join(address) else { return nil }
        var answer: Answer?
        if (try? await BusConnection.answers(node, within: patience)) == true {
            answer = try? await node.request(method, body, as: type, timeout: patience)
        }
        await node.close()
        return answer
    }
}
