/// The rule for the names of nodes, which are the second segment of their topics.
public enum NodeName {
    /// Checks a name: 1 to 64 of `a-z`, `0-9`, `_` and `-`, and not `bus`, which is the bus itself.
    ///
    /// - Throws: the name and the rule.
    public static func check(_ name: String) throws(MessageError) {
        let isSegment = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isSegment, (1...64).contains(name.utf8.count), name != "bus" else {
            throw MessageError(
                problem: "'\(name.prefix(64))' cannot be the name of a node: 1 to 64 of a-z, 0-9, _ and -, and not 'bus'"
            )
        }
    }
}
