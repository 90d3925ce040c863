@testable internal import Launch
internal import Testing

@Suite("Manifests", .timeLimit(.minutes(1)))
struct ManifestTests {
    private static let head = "id: x\nversion: 0.1.0\nsummary: a test\nkind: provider\nrun: [go]\n"

    @Test("A manifest says what a plugin is")
    func whole() throws {
        let text =
            Self.head + """
                publishes: [fix/<name>, arrow/<name>/]
                subscribes: ["", clock/bus]
                parameters:
                  type: object
                  properties:
                    rate: {type: number, default: 1, minimum: 0.1, x-unit: Hz, description: how often}
                    source: {type: string, format: path}
                  required: [source]
                requires: [gps, location-services]
                """
        let (manifest, findings) = Manifest.read(Array(text.utf8), file: "plugins/x/plugin.yaml")
        #expect(findings == [])
        let found = try #require(manifest)
        #expect(found.id == "x")
        #expect(found.kind == .provider)
        #expect(found.folder == "plugins/x")
        #expect(found.requires == [.gps, .locationServices])
        #expect(found.parameters.map(\.name) == ["rate", "source"])
        #expect(found.parameters[0].defaultValue == .number(1))
        #expect(found.parameters[0].unit == "Hz")
        #expect(found.parameters[1].isRequired)
        #expect(found.parameters[1].rule.isPath)
    }

    @Test(
        "Each fault gives exactly its finding, at its place",
        arguments: [
            ("", "f: the file is empty; start with 'version: 1' or 'id: …'"),
            (
                "id: x\nversion: 1\nsummary: a\nkind: provider\n",
                "f:1:1: the manifest has no 'run'; add 'run: …'"
            ),
            (
                head + "publish: []\n",
                "f:6:1: unknown key 'publish' in the manifest; did you mean 'publishes'?"
            ),
            (
                head + "publishes: [Fix/x]\n",
                "f:6:13: 'Fix/x' is no topic; write kind/<name>, kind/ or kind/<name>/, in segments of a-z, 0-9, _ and -"
            ),
            (
                head + "publishes: fix/x\n",
                "f:6:12: 'publishes' of the manifest is the string 'fix/x'; give a list of texts, such as [a, b]"
            ),
            (head + "requires: [gp]\n", "f:6:12: unknown capability 'gp'; did you mean 'gps'?"),
            (
                head + "parameters: {type: object, properties: {a: {}}}\n",
                "f:6:44: parameter 'a' has no 'type'; add 'type: …'"
            ),
            (
                head + "parameters: {type: object, properties: {a: {type: float}}}\n",
                "f:6:51: 'type' of parameter 'a' is the string 'float'; it is one of string, integer, number, boolean, array"
            ),
            (
                head + "parameters: {type: object, properties: {a: {type: number, defalt: 1}}}\n",
                "f:6:59: unknown key 'defalt' in parameter 'a'; did you mean 'default'?"
            ),
            (
                head
                    + "parameters: {type: object, properties: {a: {type: number, maximum: 1, default: 2}}}\n",
                "f:6:80: the default of parameter 'a' is 2; give a number of at most 1"
            ),
            (
                head + "parameters: {type: object, properties: {a: {type: array, default: []}}}\n",
                "f:6:44: parameter 'a' has no 'items'; add 'items: …'"
            ),
            (
                head
                    + "parameters: {type: object, properties: {a: {type: number, minimum: 2, maximum: 1}}}\n",
                "f:6:44: no number is within the bounds of parameter 'a'"
            ),
            (
                head + "parameters: {type: object, properties: {file: {type: string}}, required: [fil]}\n",
                "f:6:75: 'fil' is required and not among the properties; did you mean 'file'?"
            ),
            (
                head + "parameters: {type: array}\n",
                "f:6:20: 'parameters' of plugin 'x' are of type 'array'; give 'type: object'"
            ),
            (
                "id: X\nversion: 1\nsummary: a\nkind: bridge\nrun: [a]\n",
                "f:1:5: 'X' cannot be a plugin's id; a name is 1 to 64 of a-z, 0-9, _ and -"
            ),
            (
                "id: x\nversion: 1\nsummary: a\nkind: bridge\nrun: []\n",
                "f:5:6: 'run' is empty; give the program and its arguments, such as [my-program]"
            ),
            (
                "id: x\nversion: 1\nsummary: a\nkind: sensor\nrun: [a]\n",
                "f:4:7: 'kind' of the manifest is the string 'sensor'; it is one of provider, processor, subscriber, bridge"
            ),
        ]
    )
    func faults(text: String, finding: String) {
        let (manifest, findings) = Manifest.read(Array(text.utf8), file: "f")
        #expect(manifest == nil)
        #expect(findings.map(\.description) == [finding])
    }

    @Test("The first folder of the search path wins, and all plugins are listed once")
    func searchPath() throws {
        let one = try Rig(), other = try Rig()
        try one.addPlugin("a", "publishes: [fix/<name>]\n")
        try other.addPlugin("a")
        try other.addPlugin("b")
        let search = PluginSearchPath(
            folders: ["\(one.folder)/plugins", "\(other.folder)/plugins"],
            programFolder: "/"
        )
        #expect(search.all().manifests.map(\.id) == ["a", "b"])
        #expect(search.find("a")?.manifest?.publishes.count == 1)
        #expect(search.find("c") == nil)
        #expect(search.find("../a") == nil)
    }

    @Test("Words of 'run' may name the manifest's folder")
    func folder() throws {
        let rig = try Rig()
        try rig.makeFolder("plugins/py")
        try rig.write(
            "plugins/py/plugin.yaml",
            "id: py\nversion: 1\nsummary: s\nkind: provider\nrun: [sh, \"${folder}/a.sh\"]\n"
        )
        let (plan, findings) = LaunchPlan.single(plugin: "py", search: rig.search)
        #expect(findings == [])
        #expect(plan?.nodes[0].arguments == ["\(rig.folder)/plugins/py/a.sh"])
    }
}
