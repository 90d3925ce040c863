internal import Messages
internal import Rules

/// What a plugin says about itself in its `plugin.yaml`.
public struct Manifest: Hashable, Sendable {
    /// What a plugin is for.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Brings data onto the bus.
        case provider
        /// Makes data of other data.
        case processor
        /// Takes data off the bus.
        case subscriber
        /// Connects the bus with another system.
        case bridge
    }

    /// The plugin's name.
    public let id: String
    /// Its version.
    public let version: String
    /// What it does, in a line.
    public let summary: String
    /// What it is for.
    public let kind: Kind
    /// What to run, as it is written.
    public let run: [String]
    /// What it publishes.
    public let publishes: [TopicDeclaration]
    /// What it reads.
    public let subscribes: [TopicDeclaration]
    /// What it can be given.
    public let parameters: [Parameter]
    /// What it cannot do without.
    public let requires: [Capability]
    /// What others can do with it.
    public let provides: [Capability]
    /// The versions of the contract that it speaks; nil where it does not say.
    public let contract: VersionRange?
    /// The folder it is in.
    public let folder: String
    /// Where `run` is written.
    let runLocation: SourceLocation
}

extension Manifest {
    /// The name of the file in a plugin's folder.
    public static let fileName = "plugin.yaml"

    private static let keys = [
        "id", "version", "summary", "kind", "run", "publishes", "subscribes", "parameters", "requires",
        "provides", "contract",
    ]

    /// Reads a `plugin.yaml`.
    ///
    /// - Returns: the manifest, unless something is wrong, and what is.
    public static func load(_ file: String) -> (manifest: Manifest?, findings: [Finding]) {
        do throws(Finding) {
            return read(try TextFile.read(file), file: file)
        } catch {
            return (nil, [error])
        }
    }

    /// Reads the bytes of a `plugin.yaml`.
    ///
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - file: its path, for findings and for what is relative to it.
    /// - Returns: the manifest, unless something is wrong, and what is.
    public static func read(_ bytes: [UInt8], file: String) -> (manifest: Manifest?, findings: [Finding]) {
        var findings = Findings()
        let (root, faults) = YAMLDocument.read(bytes, file: file, beginning: "id: …")
        findings.append(contentsOf: faults)
        guard let root, let fields = Fields(root, of: "the manifest", keys: keys, &findings) else {
            return (nil, findings.all)
        }
        let manifest = read(fields, folder: Paths.folder(of: file), &findings)
        return (findings.allowStart ? manifest : nil, findings.all)
    }

    private static func read(_ fields: Fields, folder: String, _ findings: inout Findings) -> Manifest? {
        for key in ["id", "version", "summary", "kind", "run"] { _ = fields.needed(key, &findings) }
        let id = fields.string("id", &findings) ?? ""
        if let node = fields["id"], !Names.isValid(id) {
            findings.error(node.location, "'\(id)' cannot be a plugin's id", advice: Names.rule)
        }
        let kind = fields.choice("kind", of: Kind.self, &findings)
        let run = fields.strings("run", &findings) ?? []
        if let node = fields["run"], case .sequence(let words) = node.content, words.isEmpty {
            findings.error(
                node.location,
                "'run' is empty",
                advice: "give the program and its arguments, such as [my-program]"
            )
        }
        let parameters = fields["parameters"].map { Parameter.readAll($0, of: id, &findings) } ?? []
        let publishes = topics("publishes", fields, parameters, &findings)
        let subscribes = topics("subscribes", fields, parameters, &findings)
        let requires = Capability.readAll("requires", fields, &findings)
        let provides = Capability.readAll("provides", fields, &findings)
        let contract = contract(fields, &findings)
        guard let kind, let runNode = fields["run"] else { return nil }
        return Manifest(
            id: id,
            version: fields.string("version", &findings) ?? "",
            summary: fields.string("summary", &findings) ?? "",
            kind: kind,
            run: run.map(\.text),
            publishes: publishes,
            subscribes: subscribes,
            parameters: parameters,
            requires: requires,
            provides: provides,
            contract: contract,
            folder: folder,
            runLocation: runNode.location
        )
    }

    /// Reads `contract:`, of which this program has to be able to speak a version.
    private static func contract(_ fields: Fields, _ findings: inout Findings) -> VersionRange? {
        guard let text = fields.string("contract", &findings), let node = fields["contract"] else {
            return nil
        }
        // To a reader of YAML 1.0 is the whole number 1.
        let whole = node.scalar?.asDouble.flatMap { Int(exactly: $0) }.map { "\($0)" }
        guard let range = VersionRange(whole ?? text) else {
            findings.error(
                node.location,
                "'\(text)' is no range of versions of the contract",
                advice: "write the version, such as 1, or bounds, such as '>=1 <2'"
            )
            return nil
        }
        let own = Int(Stamp.version)
        if !range.contains(own) {
            findings.error(
                node.location,
                "the plugin speaks version \(range) of the contract, this Binnacle version \(own)",
                advice: "install a plugin and a Binnacle that go together"
            )
        }
        return range
    }
}
