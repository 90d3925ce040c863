internal import Messages

/// The rules for names of nodes, plugins and arguments.
enum Names {
    /// What a name may hold, for messages.
    static let rule = "a name is 1 to \(NodeName.longest) of a-z, 0-9, _ and -"

    /// The names that no node may have, and whose they are.
    static let reserved = ["bus": "the bus", "launch": "the launcher"]

    /// Whether a name may be a segment of a topic, and is short enough.
    static func isValid(_ name: String) -> Bool {
        Topic.isSegment(name) && name.utf8.count <= NodeName.longest
    }
}
