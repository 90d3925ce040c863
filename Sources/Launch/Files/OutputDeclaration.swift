internal import Rules

/// Where the lines of a node go, as the launch file says it.
struct OutputDeclaration {
    /// The file, with `${…}` and `<name>` still in it; nil for the console.
    let file: YAMLNode?
    let location: SourceLocation

    /// Reads `output: console` or `output: {file: PATH}`.
    init?(_ fields: Fields, _ findings: inout Findings) {
        guard let node = fields["output"] else { return nil }
        location = node.location
        if case .mapping = node.content {
            guard let inner = Fields(node, of: "'output' of \(fields.what)", keys: ["file"], &findings),
                let file = inner.needed("file", &findings)
            else { return nil }
            self.file = file
            return
        }
        guard node.scalar == .string("console") else {
            findings.error(
                node.location,
                "'output' of \(fields.what) is \(node.kind)",
                advice: "give console, or {file: PATH}"
            )
            return nil
        }
        file = nil
    }
}
