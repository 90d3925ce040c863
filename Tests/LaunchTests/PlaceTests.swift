internal import Glibc
@testable internal import Launch
internal import Messages
internal import Testing

@Suite("Files and texts of a launch file", .timeLimit(.minutes(1)))
struct PlaceTests {
    @Test("Lines go to regular files alone, and a pipe that nobody reads holds up nobody")
    func output() throws {
        let rig = try Rig()
        try #require(mkfifo("\(rig.folder)/pipe", 0o600) == 0)
        try rig.makeFolder("folder")
        for name in ["pipe", "folder", "/dev/null"] {
            let (plan, findings) = rig.load(
                "version: 1\nnodes: {a: {run: [sleep, '1'], output: {file: \(name)}}}\n"
            )
            #expect(plan == nil)
            let path = name.hasPrefix("/") ? name : "RIG/\(name)"
            #expect(
                rig.lines(findings).first?.contains("'output' of node 'a': \(path) is no regular file; ")
                    == true,
                "\(findings)"
            )
        }
        // One that has come since the check is refused as it is opened.
        #expect(throws: (any Error).self) { try LineFile("\(rig.folder)/pipe") }
        #expect(throws: (any Error).self) { try LineFile("/dev/null") }
        #expect(throws: Never.self) { try LineFile("\(rig.folder)/lines.log") }
    }

    @Test("A file that a node is to read is missed before anything starts")
    func input() throws {
        let rig = try Rig()
        try rig.addPlugin("play", "parameters: {properties: {source: {type: string, x-input: true}}}\n")
        try rig.write("there.csv", "")
        func findings(_ source: String) -> [String] {
            rig.lines(
                rig.load("version: 1\nnodes: {a: {plugin: play, parameters: {source: '\(source)'}}}\n")
                    .findings
            )
        }
        for source in [
            "\(rig.folder)/there.csv", "csv:\(rig.folder)/there.csv", "city-walk", "-", "csv:-", "tcp://a:1",
        ] {
            #expect(findings(source) == [], "\(source)")
        }
        for source in ["\(rig.folder)/none.csv", "csv:\(rig.folder)/none.csv", "file:\(rig.folder)/none.csv"]
        {
            #expect(
                findings(source) == [
                    "RIG/rig.yaml:2:48: parameter 'source' of node 'a': RIG/none.csv cannot be read: No such file or directory; check the path"
                ],
                "\(source)"
            )
        }
        #expect(findings("/dev/none").first?.contains("warning: ") == true)
        #expect(findings("/dev/null?baud=4800") == [])
        for there in ["pipe:\(rig.folder)/there.csv", "pipe:\(rig.folder)"] {
            #expect(findings(there).first?.contains("cannot be read: it is no pipe; check the path") == true)
        }
        #expect(findings("pipe:\(rig.folder)/none") == [])
        #expect(
            findings(rig.folder).first?.contains("cannot be read: Is a directory; check the path") == true
        )
    }

    @Test("A file that a node is to write is no folder, and in a folder that is there")
    func kept() throws {
        let rig = try Rig()
        try rig.addPlugin(
            "keep",
            "parameters: {properties: {store: {type: string, format: path, x-output: true}}}\n"
        )
        try rig.write("there.db", "")
        func findings(_ store: String) -> [String] {
            rig.lines(
                rig.load("version: 1\nnodes: {a: {plugin: keep, parameters: {store: '\(store)'}}}\n").findings
            )
        }
        for store in ["there.db", "new.db", "memory:"] {
            #expect(findings(store) == [], "\(store)")
        }
        let begin = "RIG/rig.yaml:2:47: parameter 'store' of node 'a': "
        #expect(findings(".") == ["\(begin)RIG/. cannot be written: Is a directory; check the path"])
        #expect(
            findings("new/new.db") == [
                "\(begin)RIG/new/new.db cannot be written: No such file or directory; check the path"
            ]
        )
        #expect(
            findings("there.db/new.db") == [
                "\(begin)RIG/there.db/new.db cannot be written: Not a directory; check the path"
            ]
        )
    }

    @Test("What is too long for a process to be handed is found before anything starts")
    func sizes() throws {
        let rig = try Rig()
        let long = String(repeating: "x", count: 131_072)
        try rig.addPlugin("p", "parameters: {properties: {text: {type: string}}}\n")
        let nodes = [
            "{run: [echo, \(long.dropLast())]}": [],
            "{run: [echo, \(long)]}": [
                "an argument of node 'a' takes 131072 bytes, and a process can be handed 131071; put it into a file"
            ],
            "{run: [echo], environment: {V: \(long)}}": [
                "variable 'V' of node 'a' takes 131074 bytes, and a process can be handed 131071; put it into a file"
            ],
            "{plugin: p, parameters: {text: \(long)}}": [
                "the JSON of the parameters of node 'a' takes 131103 bytes, and a process can be handed 131071; put it into a file"
            ],
        ]
        for (node, wanted) in nodes {
            let findings = rig.load("version: 1\nnodes:\n  a: \(node)\n").findings
            #expect(rig.lines(findings) == wanted.map { "RIG/rig.yaml:3:3: \($0)" })
        }
    }

    @Test("What is printed is one line for every reader, and means the same when it is read")
    func separators() throws {
        let rig = try Rig()
        let text = "version: 1\nnodes: {a: {run: [sleep, \"x\\u0085y\\u2028z\\u202e\\x7f\"]}}\n"
        let plan = try #require(rig.load(text).plan)
        let shown = plan.text.joined(separator: "\n")
        #expect(
            shown.unicodeScalars.allSatisfy { !(0x7F...0x9F ~= $0.value) && !(0x2028...0x202E ~= $0.value) }
        )
        #expect(shown.contains(#""x\u0085y\u2028z\u202e\u007f""#), "\(shown)")
        #expect(rig.load(shown + "\n").plan?.nodes[0].arguments == plan.nodes[0].arguments)
    }

    @Test(
        "Every fault of a manifest's parameters is told, and a link that leads round is no plugin that is not there"
    )
    func manifests() throws {
        let rig = try Rig()
        try rig.addPlugin(
            "odd",
            "parameters: {properties: {'a b': {type: array, items: {type: string}, minItems: 3, maxItems: 2}}}\n"
        )
        let findings = rig.lines(rig.search.check(folder: "\(rig.folder)/plugins/odd"))
        #expect(findings.count == 2)
        #expect(findings.first?.contains("'a b' cannot be a parameter's name; ") == true, "\(findings)")
        #expect(
            findings.last?.contains(
                "no list has at least 3 elements and at most 2, as parameter 'a b' asks; "
            ) == true
        )
        try rig.makeFolder("plugins/ring")
        try #require(symlink("plugin.yaml", "\(rig.folder)/plugins/ring/plugin.yaml") == 0)
        #expect(rig.search.ids() == ["odd", "ring"])
        #expect(
            rig.lines(rig.search.check(folder: "\(rig.folder)/plugins/ring")) == [
                "RIG/plugins/ring/plugin.yaml: cannot be read: Too many levels of symbolic links"
            ]
        )
    }

    @Test("An element of a list has the shortest length that its manifest says")
    func elements() throws {
        let rig = try Rig()
        try rig.addPlugin(
            "pick",
            "parameters: {properties: {of: {type: array, items: {type: string, minLength: 2}}}}\n"
        )
        #expect(rig.load("version: 1\nnodes: {a: {plugin: pick, parameters: {of: [ab, abc]}}}\n").plan != nil)
        let (plan, findings) = rig.load("version: 1\nnodes: {a: {plugin: pick, parameters: {of: [ab, c]}}}\n")
        #expect(plan == nil)
        #expect(findings.first?.problem == "parameter 'of' of node 'a' is 'c'")
        let parameter = try #require(rig.search.find("pick")?.manifest?.parameters.first)
        let schema = JSONValue.object(parameter.schema).description
        #expect(schema.contains(#""items":{"type":"string","minLength":2}"#), "\(schema)")
    }
}
