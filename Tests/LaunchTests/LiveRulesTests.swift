import Messages
import Rules
import Testing

@testable import Launch

@Suite("The rules that a node is told", .timeLimit(.minutes(1)))
struct LiveRulesTests {
    @Test(
        "A rule that goes as JSON Schema to the node is the same there, for each parameter of the own plugins"
    )
    func sameRule() throws {
        let folder = "\(#filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined())/Plugins"
        let manifests = PluginSearchPath(folders: [folder], programFolder: "/").all().manifests
        #expect(manifests.count == 6)
        for parameter in manifests.flatMap(\.parameters) {
            let text = JSONValue.object(parameter.schema).description
            let read = ValueRule(schema: try JSONValue.parse(Array(text.utf8)))
            #expect(read == parameter.rule, "\(parameter.name)")
        }
    }
}
