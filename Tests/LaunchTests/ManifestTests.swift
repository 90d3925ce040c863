@testable internal import Launch
internal import Messages
internal import Rules
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
                provides: [magnetometer]
                contract: ">=1 <2"
                """
        let (manifest, findings) = Manifest.read(Array(text.utf8), file: "plugins/x/plugin.yaml")
        #expect(findings == [])
        let found = try #require(manifest)
        #expect(found.id == "x")
        #expect(found.kind == .provider)
        #expect(found.folder == "plugins/x")
        #expect(found.requires == [.gps, .locationServices])
        #expect(found.provides == [.magnetometer])
        #expect(found.contract == VersionRange(">=1 <2"))
        #expect(found.parameters.map(\.name) == ["rate", "source"])
        #expect(found.parameters[0].defaultValue == .number(1))
        #expect(found.parameters[0].unit == "Hz")
        #expect(found.parameters[1].isRequired)
        #expect(found.parameters[1].rule.isPath)
    }

    @Test(
        "Each fault gives exactly its finding, at its place",
        arguments: [
            ("", "f: the file is empty; start with 'id: …'"),
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
                head + "provides: [compass]\n",
                "f:6:12: unknown capability 'compass'; the capabilities are gps, magnetometer, location-services"
            ),
            (
                head + "contract: new\n",
                "f:6:11: 'new' is no range of versions of the contract; write the version, such as 1, or bounds, such as '>=1 <2'"
            ),
            (
                head + "contract: '>=2'\n",
                "f:6:11: the plugin speaks version >=2 of the contract, this Binnacle version 1; install a plugin and a Binnacle that go together"
            ),
            (
                head + "parameters: {$schema: 'https://json-schema.org/draft-07/schema', type: object}\n",
                "f:6:23: 'parameters' of plugin 'x' are written in 'https://json-schema.org/draft-07/schema'; the dialect is https://json-schema.org/draft/2020-12/schema"
            ),
            (
                head + "parameters: {type: object, properties: {a: {type: number, unit: Hz}}}\n",
                "f:6:59: unknown key 'unit' in parameter 'a'; did you mean 'x-unit'?"
            ),
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

    @Test("The user's own plugins come before those beside the program, and these before the system's")
    func order() throws {
        let folders = PluginSearchPath.fromEnvironment(programFolder: "/opt/x/bin").folders
        let named = ["./Plugins", "/opt/x/lib/binnacle/plugins", "/usr/lib/binnacle/plugins"]
        #expect(folders.filter(named.contains) == named)
        if let own = folders.firstIndex(where: { $0.hasSuffix("/.local/share/binnacle/plugins") }) {
            #expect(own == (try #require(folders.firstIndex(of: named[0]))) + 1)
        }
    }

    @Test("A check tells every fault, and whether what the plugin runs is there")
    func check() throws {
        let rig = try Rig()
        try rig.addPlugin("whole")
        #expect(rig.search.check(folder: "\(rig.folder)/plugins/whole") == [])

        try rig.makeFolder("plugins/x")
        func check(_ run: String, id: String = "x") throws -> [String] {
            try rig.write(
                "plugins/x/plugin.yaml",
                "id: \(id)\nversion: 1\nsummary: s\nkind: bridge\nrun: [\(run)]\n"
            )
            return rig.lines(rig.search.check(folder: "\(rig.folder)/plugins/x"))
        }
        #expect(
            try check("build/x") == [
                "RIG/plugins/x/plugin.yaml:5:6: no program 'build/x'; install or build it; looked in RIG/plugins/x/build/x"
            ]
        )
        #expect(
            try check("sh, '${folder}/x.sh'") == [
                "RIG/plugins/x/plugin.yaml:5:6: 'RIG/plugins/x/x.sh' is not there; make it, or mend 'run'"
            ]
        )
        try rig.write("plugins/x/x.sh", "exit\n")
        #expect(try check("sh, '${folder}/x.sh', '${folder}/made-later'") == [])
        #expect(
            try check("x.sh") == [
                "RIG/plugins/x/plugin.yaml:5:6: no program 'x.sh'; install or build it; looked in RIG/plugins/x, RIG/bin, the PATH"
            ]
        )
        #expect(
            try check("sh", id: "y") == [
                "RIG/plugins/x/plugin.yaml: the plugin in the folder 'x' has the id 'y'; give both one name"
            ]
        )
        #expect(
            rig.lines(rig.search.check(folder: "\(rig.folder)/plugins/none")) == [
                "RIG/plugins/none/plugin.yaml: cannot be read: No such file or directory; check the path"
            ]
        )
    }

    @Test("The parameters are told as JSON Schema")
    func schema() throws {
        let text =
            Self.head + """
                parameters:
                  type: object
                  required: [mode]
                  properties:
                    rate: {type: number, default: 1, exclusiveMinimum: 0, x-unit: Hz, description: how often}
                    mode: {type: string, enum: [fast, slow]}
                    names: {type: array, items: {type: integer}, maxItems: 2}
                """
        let manifest = try #require(Manifest.read(Array(text.utf8), file: "f").manifest)
        #expect(
            JSONValue.object(manifest.schema).description
                == #"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"#
                + #""rate":{"type":"number","default":1.0,"exclusiveMinimum":0.0,"x-unit":"Hz","description":"how often"},"#
                + #""mode":{"type":"string","enum":["fast","slow"]},"#
                + #""names":{"type":"array","items":{"type":"integer"},"maxItems":2}},"#
                + #""required":["mode"],"additionalProperties":false}"#
        )
        #expect(manifest.parameters.map(\.values).prefix(2) == ["a number of more than 0", "fast or slow"])
    }

    @Test("Words of 'run' may name the manifest's folder")
    func folder() throws {
        let rig = try Rig()
        try rig.makeFolder("plugins/py")
        try rig.write(
            "plugins/py/plugin.yaml",
            "id: py\nversion: 1\nsummary: s\nkind: provider\nrun: [sh, \"${folder}/a.sh\"]\n"
        )
        let single = LaunchPlan.single(plugin: "py", search: rig.search)
        #expect(single.findings == [])
        #expect(single.plan?.nodes[0].arguments == ["\(rig.folder)/plugins/py/a.sh"])
    }
}
