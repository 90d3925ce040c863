/// A place of a JSON value while it is being encoded; containers share it.
final class JSONNode {
    private enum Content {
        case nothing
        case value(JSONValue)
        case array([JSONNode])
        case object([(key: String, node: JSONNode)], places: [String: Int])
    }

    private var content = Content.nothing

    /// The value so far; `nil` while nothing has been encoded.
    var value: JSONValue? {
        switch content {
        case .nothing: nil
        case .value(let value): value
        case .array(let nodes): .array(nodes.map { $0.value ?? .object([:]) })
        case .object(let nodes, _):
            .object(
                JSONObject(nodes.map { JSONObject.Member(key: $0.key, value: $0.node.value ?? .object([:])) })
            )
        }
    }

    /// The number of elements of an array.
    var count: Int {
        guard case .array(let nodes) = content else { return 0 }
        return nodes.count
    }

    func become(_ value: JSONValue) { content = .value(value) }

    func becomeArray() {
        if case .array = content { return }
        content = .array([])
    }

    func becomeObject() {
        if case .object = content { return }
        content = .object([], places: [:])
    }

    /// Adds an element to an array.
    func append() -> JSONNode {
        let node = JSONNode()
        guard case .array(var nodes) = content else {
            content = .array([node])
            return node
        }
        content = .nothing
        nodes.append(node)
        content = .array(nodes)
        return node
    }

    /// Returns the node of a key of an object, which is new unless the key was there.
    func member(_ key: String) -> JSONNode {
        guard case .object(var nodes, var places) = content else {
            let node = JSONNode()
            content = .object([(key, node)], places: [key: 0])
            return node
        }
        if let place = places[key] { return nodes[place].node }
        let node = JSONNode()
        content = .nothing
        places[key] = nodes.count
        nodes.append((key, node))
        content = .object(nodes, places: places)
        return node
    }
}
