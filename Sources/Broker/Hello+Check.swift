internal import Messages

extension BusRequests.Hello {
    /// Checks what a node says of itself.
    ///
    /// - Throws: which of it cannot be, and the rule.
    func check() throws(MessageError) {
        try NodeName.check(name)
        guard pid > 0 else { throw MessageError(key: "pid", problem: "\(pid) is no process: it is above 0") }
        for topic in publishes ?? [] {
            do throws(MessageError) {
                _ = try Topic(topic)
            } catch {
                throw MessageError(key: "publishes", problem: error.problem)
            }
        }
        for prefix in reads ?? [] where !Self.isBeginning(prefix) {
            throw MessageError(
                key: "reads",
                problem: "'\(prefix.prefix(64))' is no beginning of a topic, or a topic with a bar at its end"
            )
        }
        for method in answers ?? [] where !Self.isMethod(method) {
            throw MessageError(
                key: "answers",
                problem: "'\(method.prefix(64))' is no method's name alone, without space or slash"
            )
        }
        for capability in provides ?? [] where !Topic.isSegment(capability) {
            throw MessageError(
                key: "provides",
                problem: "'\(capability.prefix(64))' is no capability: one or more of a-z, 0-9, _ and -"
            )
        }
    }

    private static func isBeginning(_ text: String) -> Bool {
        let stem = text.hasSuffix("|") ? text.dropLast() : Substring(text)
        return stem.utf8.count <= Topic.longest
            && stem.split(separator: "/", omittingEmptySubsequences: true).allSatisfy(Topic.isSegment)
    }

    private static func isMethod(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 255
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
    }
}
