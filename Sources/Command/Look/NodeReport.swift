internal import Binnacle
internal import Text

/// What is known of one node, or of the bus itself.
struct NodeReport: Sendable {
    let name: String
    /// What the bus says of it; the bus does not list itself.
    let node: BusRequests.NodeInfo?
    /// What it says of itself.
    let status: BusSnapshot.NodeStatus?
    private let topics: [BusRequests.TopicInfo]

    /// Picks out of a snapshot what concerns a node.
    ///
    /// - Throws: that there is no such node, and which one may have been meant.
    init(_ name: String, in snapshot: BusSnapshot) throws(CommandError) {
        self.name = name
        node = snapshot.nodes.first { $0.name == name }
        status = snapshot.statuses[name]
        guard node != nil || name == "bus" else {
            let known = snapshot.nodes.map(\.name) + ["bus"]
            let advice = Suggestion.advice(for: name, among: known, "there are")
            throw CommandError("no node '\(name)' is on the bus; \(advice)")
        }
        let own = Set(node?.publishes ?? [])
        topics = snapshot.topics.filter { own.contains($0.topic) }
    }

    private var state: String? { node?.state ?? status?.status.state.rawValue }
    private var note: String? {
        // A status of another state is from before, and so is its reason.
        node?.note
            ?? (node == nil || status?.status.state.rawValue == node?.state ? status?.status.note : nil)
    }

    /// The lines for people; what is not known is left out.
    var lines: [String] {
        var lines = ["Node: \(name)"]
        func add(_ title: String, _ value: String?) {
            if let value { lines.append("\(title): \(value.onOneLine)") }
        }
        let status = status?.status
        add("State", state.map { state in note.map { "\(state): \($0)" } ?? state })
        add("Pid", (node?.pid ?? status?.pid).map { "\($0)" })
        add("Publisher", node?.publisher.map { "\($0)" })
        add(
            "Uptime",
            (status?.uptime ?? (node?.isPresent == true ? node?.uptime : nil)).map { "\($0.fixed(1)) s" }
        )
        add("Last heard of", node.map { "\($0.age.fixed(1)) s ago" })
        add("Memory", status?.memory.map { Self.amount($0) })
        add("Published", Self.flow(status?.published, status?.publishedBytes, status?.publishRate))
        add("Received", Self.flow(status?.received, status?.receivedBytes, status?.receiveRate))
        add("Losses", losses)
        add("Parameters", self.status?.payload["parameters"]?.description)
        lines += list("Publishes", node?.publishes.map(withRate))
        lines += list("Reads", node?.reads.map(Self.filter))
        lines += list("Answers", node?.answers)
        lines += list("Provides", node?.provides)
        return lines
    }

    /// The report as one JSON object: what the bus says, and what the node says beyond that.
    var json: JSONObject {
        var object = node.map { NodeVerb.json($0) } ?? JSONObject()
        if node == nil { object.add("name", name) }
        // The bus tells how far each topic is: that is of no interest here, and long.
        for member in status?.payload.members ?? [] where object[member.key] == nil && member.key != "topics"
        {
            object[member.key] = member.value
        }
        return object
    }

    private var losses: String? {
        guard let status = status?.status else { return nil }
        let counts = [
            ("dropped", status.dropped), ("lost", status.lost), ("overflowed", status.overflowed),
            ("queued", status.queued),
        ]
        let known = counts.compactMap { name, count in count.map { "\(name) \($0)" } }
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }

    private func list(_ title: String, _ items: [String]?) -> [String] {
        guard let items, !items.isEmpty else { return [] }
        return ["\(title):"] + items.map { "  \($0.onOneLine)" }
    }

    private func withRate(_ topic: String) -> String {
        topics.first { $0.topic == topic }.map { "\(topic)  \($0.rate.fixed(1)) Hz" } ?? topic
    }

    /// A subscription as one writes it on a command line.
    private static func filter(_ prefix: String) -> String {
        if prefix.hasSuffix("|") { return String(prefix.dropLast()) }
        return prefix.hasSuffix("/") ? prefix : prefix + "*"
    }

    private static func flow(_ count: Int?, _ bytes: Int?, _ rate: Double?) -> String? {
        guard let count else { return nil }
        let amount = bytes.map { ", \(Self.amount($0))" } ?? ""
        return count.counted("message") + amount + (rate.map { ", now \($0.fixed(1)) a second" } ?? "")
    }

    private static func amount(_ bytes: Int) -> String { ByteUnit(for: Double(bytes)).text(Double(bytes)) }
}
