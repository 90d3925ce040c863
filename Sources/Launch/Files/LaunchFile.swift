internal import Rules

/// A launch file as it is written: its form is checked, its meaning is not.
struct LaunchFile {
    let path: String
    let description: String?
    let inclusions: [Inclusion]
    let arguments: [ArgumentDeclaration]
    let environment: [YAMLNode.Entry]
    let bus: BusDeclaration?
    let defaults: NodeDefaults
    let nodes: [NodeDeclaration]

    /// The folder that relative paths are seen from.
    var folder: String { Paths.folder(of: path) }

    private static let keys = [
        "version", "description", "include", "arguments", "environment", "bus", "defaults", "nodes",
    ]

    /// Reads the bytes of a launch file.
    ///
    /// - Returns: nil when not even its top level can be read.
    static func read(_ bytes: [UInt8], path: String, _ findings: inout Findings) -> LaunchFile? {
        let (root, faults) = YAMLDocument.read(bytes, file: path, beginning: "version: 1")
        findings.append(contentsOf: faults)
        guard let root, let fields = Fields(root, of: "the launch file", keys: keys, &findings) else {
            return nil
        }
        checkVersion(fields, &findings)
        return LaunchFile(
            path: path,
            description: fields.string("description", &findings),
            inclusions: Inclusion.readAll(fields, &findings),
            arguments: fields.entries("arguments", &findings).compactMap {
                ArgumentDeclaration($0, &findings)
            },
            environment: fields.entries("environment", &findings),
            bus: BusDeclaration(fields, &findings),
            defaults: NodeDefaults(fields, &findings),
            nodes: nodes(fields, &findings)
        )
    }

    private static func checkVersion(_ fields: Fields, _ findings: inout Findings) {
        guard let node = fields.needed("version", &findings), node.scalar?.asDouble != 1 else { return }
        findings.error(node.location, "'version' is \(node.kind)", advice: "this program reads version 1")
    }

    private static func nodes(_ fields: Fields, _ findings: inout Findings) -> [NodeDeclaration] {
        // A file may be there for what it includes alone.
        if fields["nodes"] == nil, fields["include"] != nil { return [] }
        guard fields.needed("nodes", &findings) != nil else { return [] }
        let entries = fields.entries("nodes", &findings)
        if entries.isEmpty, let node = fields["nodes"], node.entries != nil {
            findings.error(
                node.location,
                "'nodes' is empty",
                advice: "add a node, such as 'gps: {plugin: gps}'"
            )
        }
        return entries.compactMap { NodeDeclaration($0, &findings) }
    }
}
