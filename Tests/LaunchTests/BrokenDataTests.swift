@testable internal import Launch
internal import Platform
internal import Testing

/// A launch file or a manifest with one fault, which its first line says as it is to be found.
struct BrokenData: Sendable, CustomTestStringConvertible {
    /// Where the files are.
    static let root: String = {
        let file = #filePath
        return "\(file.prefix(upTo: file.lastIndex(of: "/") ?? file.endIndex))/Broken"
    }()

    let folder: String
    let name: String

    var testDescription: String { name }
    var path: String { "\(folder)/\(name)" }

    /// The files of a folder.
    static func files(in folder: String) -> [BrokenData] {
        Directory.names(in: "\(root)/\(folder)").filter { $0.hasSuffix(".yaml") }
            .map { BrokenData(folder: "\(root)/\(folder)", name: $0) }
    }

    func bytes() throws -> [UInt8] { try TextFile.read(path) }

    /// What is to be found.
    func wanted() throws -> String {
        let line = try #require(String(decoding: try bytes(), as: UTF8.self).split(separator: "\n").first)
        return String(line.dropFirst(2))
    }

    /// Whether its form alone is wrong, which a schema can see.
    func isWrongByForm() throws -> Bool {
        String(decoding: try bytes(), as: UTF8.self).hasSuffix("# by its form alone\n")
    }

    /// A finding with this machine's folders replaced.
    func line(_ finding: Finding) -> String {
        let text = finding.description.replacing("\(Self.root)/plugins", with: "PLUGINS")
            .replacing(folder, with: "HERE")
        return text.hasPrefix("HERE/") ? String(text.dropFirst("HERE/".count)) : text
    }
}

@Suite("Files with one fault", .timeLimit(.minutes(1)))
struct BrokenDataTests {
    static let launchFiles = BrokenData.files(in: "launch")
    static let manifests = BrokenData.files(in: "manifests")

    @Test("There are forty at least") func count() {
        #expect(Self.launchFiles.count + Self.manifests.count >= 40)
    }

    @Test("Of a launch file exactly that is said, at its place", arguments: launchFiles)
    func launchFile(file: BrokenData) throws {
        let plugins = "\(BrokenData.root)/plugins"
        let search = PluginSearchPath(
            folders: [plugins],
            programFolder: plugins,
            executableFolders: ["/usr/bin", "/bin"]
        )
        let loaded = LaunchPlan.load(file.path, search: search)
        let (plan, findings) = (loaded.plan, loaded.findings)
        #expect(findings.map(file.line) == [try file.wanted()])
        #expect((plan == nil) == (findings.first?.severity == .error))
    }

    @Test("Of a manifest exactly that is said, at its place", arguments: manifests)
    func manifest(file: BrokenData) throws {
        let (manifest, findings) = Manifest.load(file.path)
        #expect(findings.map(file.line) == [try file.wanted()])
        #expect(manifest == nil)
    }
}
