@testable internal import Launch
internal import Testing

/// The plugins of this repository.
@Suite("The plugins of this repository", .timeLimit(.minutes(1)))
struct OwnPluginsTests {
    private static let folder =
        "\(#filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined())/Plugins"

    @Test("Each manifest is read without a finding")
    func manifests() {
        let search = PluginSearchPath(folders: [Self.folder], programFolder: "/")
        let (manifests, findings) = search.all()
        #expect(findings.map(\.description) == [])
        #expect(manifests.map(\.id) == search.ids())
    }
}
