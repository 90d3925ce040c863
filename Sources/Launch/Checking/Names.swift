/// The rules for names of nodes, plugins and arguments.
enum Names {
    /// What a name may hold, for messages.
    static let rule = "a name is one or more of a-z, 0-9, _ and -"

    /// Whether a name may be a segment of a topic.
    static func isValid(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64 && name.utf8.allSatisfy(isAllowed)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
