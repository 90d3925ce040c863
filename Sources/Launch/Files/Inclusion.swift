/// Another launch file whose nodes belong to the rig too.
struct Inclusion {
    /// The path, with `${…}` still in it.
    let file: YAMLNode
    let arguments: [YAMLNode.Entry]
    let condition: YAMLNode?
    let location: SourceLocation

    private static let keys = ["file", "arguments", "if"]

    /// Reads `include:`: a path, or a list of paths and of `{file: …, arguments: {…}, if: …}`.
    static func readAll(_ fields: Fields, _ findings: inout Findings) -> [Inclusion] {
        guard let node = fields["include"] else { return [] }
        if case .sequence(let elements) = node.content {
            return elements.compactMap { Inclusion($0, &findings) }
        }
        return Inclusion(node, &findings).map { [$0] } ?? []
    }

    private init?(_ node: YAMLNode, _ findings: inout Findings) {
        location = node.location
        if case .scalar = node.content {
            file = node
            arguments = []
            condition = nil
            return
        }
        guard let fields = Fields(node, of: "'include'", keys: Self.keys, &findings),
            let file = fields.needed("file", &findings)
        else { return nil }
        self.file = file
        arguments = fields.entries("arguments", &findings)
        condition = fields["if"]
    }
}
