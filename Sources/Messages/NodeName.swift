/// The rule for the names of nodes, which are the second segment of their topics.
public enum NodeName {
    /// The most bytes of a name.
    public static let longest = 64

    /// Checks a name: 1 to 64 of `a-z`, `0-9`, `_` and `-`, and not `bus`, which is the bus itself.
    ///
    /// - Throws: the name and the rule.
    public static func check(_ name: String) throws(MessageError) {
        guard Topic.isSegment(name), name.utf8.count <= longest, name != "bus" else {
            throw MessageError(
                problem: "'\(name.prefix(longest))' cannot be the name of a node: "
                    + "1 to \(longest) of a-z, 0-9, _ and -, and not 'bus'"
            )
        }
    }
}
