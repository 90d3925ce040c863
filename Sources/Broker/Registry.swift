internal import Messages

/// The nodes that have said hello, and how long ago each was heard of.
struct Registry {
    /// What the bus knows of a node.
    struct Node {
        /// Where its answers and requests go, a routing id of the request socket.
        var route: [UInt8]
        var hello: BusRequests.Hello
        var state: Status.State
        var note: String?
        let since: Int64
        var heard: Int64
    }

    /// The nodes that are gone are remembered up to this number.
    static let memory = 256

    /// So many nodes may be there at once.
    let limit: Int
    /// A node is gone when nothing has been heard of it for so many nanoseconds.
    let patience: Int64

    private(set) var nodes: [String: Node] = [:]

    init(limit: Int, patience: Int64) {
        self.limit = limit
        self.patience = patience
    }

    /// Whether there is no room for another node.
    var isFull: Bool { nodes.count >= limit && nodes.count { $0.value.state != .gone } >= limit }

    subscript(name: String) -> Node? { nodes[name] }

    /// The node of that name, if it is there.
    func present(_ name: String) -> Node? {
        guard let node = nodes[name], node.state != .gone else { return nil }
        return node
    }

    /// The nodes that are there by a route, by name.
    func present(by route: [UInt8]) -> [String] {
        nodes.filter { $0.value.state != .gone && $0.value.route == route }.map(\.key)
    }

    /// Enters a node or brings its entry up to date.
    mutating func enter(_ hello: BusRequests.Hello, route: [UInt8], at now: Int64) {
        if var known = present(hello.name), known.route == route, known.hello.pid == hello.pid {
            known.hello = hello
            known.heard = now
            nodes[hello.name] = known
            return
        }
        nodes[hello.name] = Node(
            route: route,
            hello: hello,
            state: .starting,
            note: nil,
            since: now,
            heard: now
        )
    }

    /// Notes a sign of life.
    ///
    /// - Returns: whether the node is known under this route.
    mutating func hear(_ heartbeat: BusRequests.Heartbeat, route: [UInt8], at now: Int64) -> Bool {
        guard var node = present(heartbeat.name), node.route == route else { return false }
        node.heard = now
        node.state = Status.State(rawValue: heartbeat.state) ?? node.state
        node.note = heartbeat.note
        nodes[heartbeat.name] = node
        return true
    }

    /// Marks a node as gone, and says why.
    mutating func leave(_ name: String, note: String) {
        guard nodes[name] != nil else { return }
        nodes[name]?.state = .gone
        nodes[name]?.note = note
        // What it published, read and answered is over, and need not be remembered.
        nodes[name]?.hello.publishes = nil
        nodes[name]?.hello.reads = nil
        nodes[name]?.hello.answers = nil
        nodes[name]?.hello.provides = nil
        let gone = nodes.filter { $0.value.state == .gone }.sorted { $0.value.heard < $1.value.heard }
        for (name, _) in gone.dropLast(Self.memory) { nodes[name] = nil }
    }

    /// The nodes that have been silent for too long.
    func silent(at now: Int64) -> [String] {
        nodes.filter { $0.value.state != .gone && now - $0.value.heard > patience }.map(\.key)
    }

    /// The first topic that a node says it publishes and that is another's by its source, and whose it is.
    ///
    /// What it said before the other one came stays: it is not driven out by who takes a name later.
    func intrusion(of hello: BusRequests.Hello) -> (topic: String, owner: String)? {
        let known = Set(present(hello.name)?.hello.publishes ?? [])
        for topic in hello.publishes ?? [] where !known.contains(topic) {
            let source = String(topic.drop { $0 != "/" }.dropFirst().prefix { $0 != "/" })
            guard source != hello.name, source == "bus" || present(source) != nil else { continue }
            return (topic, source)
        }
        return nil
    }

    /// The nodes that read a topic, by name.
    func readers(of topic: String) -> [String] {
        let closed = topic + "|"
        return nodes.values.filter { node in
            node.state != .gone && (node.hello.reads ?? []).contains { closed.hasPrefix($0) }
        }.map(\.hello.name).sorted()
    }
}
