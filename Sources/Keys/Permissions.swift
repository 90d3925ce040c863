public import Messages

/// What the holder of a key may do on a bus.
public struct Permissions: Hashable, Sendable {
    /// Whether it may subscribe, and ask the bus for what it knows.
    public var read: Bool
    /// The kinds that it may publish; `*` stands for all.
    public var publish: [String]
    /// The methods that it may call, `node/method`; `*` stands for all, in place of one half for all of that half.
    public var call: [String]

    /// Creates permissions.
    ///
    /// - Throws: which kind or method is none.
    public init(read: Bool, publish: [String] = [], call: [String] = []) throws(MessageError) {
        for kind in publish where kind != "*" && !Topic.isSegment(kind) {
            throw MessageError(
                key: "publish",
                problem: "'\(kind)' is no kind of message: one or more of a-z, 0-9, _ and -, or * for all"
            )
        }
        for method in call where method != "*" && method != "bus/location" {
            let halves = method.split(separator: "/", omittingEmptySubsequences: false)
            guard halves.count == 2, halves[0] != "bus" else {
                throw MessageError(
                    key: "call",
                    problem: halves[0] == "bus"
                        ? "'\(method)' is no node's: who may read may ask the bus what there is, without more; bus/location alone is listed, to switch location services"
                        : "'\(method)' is no method: \(Self.methodRule)"
                )
            }
            guard halves[0] == "*" || (try? NodeName.check(String(halves[0]))) != nil,
                halves[1] == "*" || Self.isMethod(halves[1])
            else {
                throw MessageError(
                    key: "call",
                    problem: "'\(method)' matches no method: \(Self.methodRule)"
                )
            }
        }
        (self.read, self.publish, self.call) = (read, publish, call)
    }

    private static let methodRule =
        "NODE/METHOD, NODE/* for all of a node's, */METHOD for one of every node, or * for all; NODE has 1 to "
        + "\(NodeName.longest) of a-z, 0-9, _ and -, and * stands for a whole name alone"

    /// Whether a node may have a method of that name.
    private static func isMethod(_ name: Substring) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "*") }
    }

    /// Whether a message whose topic begins with these bytes may be published.
    public func mayPublish(_ topic: UnsafeRawBufferPointer) -> Bool {
        let kind = topic.prefix { $0 != UInt8(ascii: "/") }
        return publish.contains { $0 == "*" || kind.elementsEqual($0.utf8) }
    }

    /// Whether messages of a kind may be published.
    public func mayPublish(kind: String) -> Bool { publish.contains { $0 == "*" || $0 == kind } }

    /// Whether a method of a node may be called.
    ///
    /// The methods of the bus are no node's: who may join may introduce himself, who may read may ask what there is.
    public func mayCall(_ node: some StringProtocol, _ method: some StringProtocol) -> Bool {
        if node == "bus" { return read || !Self.methodsThatRead.contains(String(method)) }
        return listsCall(node, method)
    }

    /// Whether the methods that may be called name one.
    public func listsCall(_ node: some StringProtocol, _ method: some StringProtocol) -> Bool {
        call.contains { pattern in
            if pattern == "*" { return true }
            let halves = pattern.split(separator: "/", maxSplits: 1)
            return halves.count == 2 && (halves[0] == "*" || halves[0] == node)
                && (halves[1] == "*" || halves[1] == method)
        }
    }

    private static let methodsThatRead: Set<String> = ["topics", "nodes", "last", "listeners", "location"]
}
