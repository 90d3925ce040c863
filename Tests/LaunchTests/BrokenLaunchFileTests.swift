@testable internal import Launch
internal import Testing

/// A launch file with one fault, and what is to be said about it behind `RIG/rig.yaml:`.
struct BrokenFile: Sendable, CustomTestStringConvertible {
    let text: String
    let finding: String
    var arguments: [String: String] = [:]

    var testDescription: String { finding }

    /// The nodes under `nodes:` from line 3.
    static func nodes(_ nodes: String, _ finding: String) -> BrokenFile {
        BrokenFile(text: "version: 1\nnodes:\n\(nodes)\n", finding: finding)
    }
}

@Suite("Broken launch files", .timeLimit(.minutes(1)))
struct BrokenLaunchFileTests {
    static let files: [BrokenFile] = [
        BrokenFile(
            text: "nodes: {a: {run: [cat]}}\n",
            finding: ":1:1: the launch file has no 'version'; add 'version: …'"
        ),
        BrokenFile(
            text: "version: 2\nnodes: {a: {run: [cat]}}\n",
            finding: ":1:10: 'version' is the integer 2; this program reads version 1"
        ),
        BrokenFile(
            text: "version: 1\nnode: {}\nnodes: {a: {run: [cat]}}\n",
            finding: ":2:1: unknown key 'node' in the launch file; did you mean 'nodes'?"
        ),
        BrokenFile(
            text: "- a\n",
            finding:
                ":1:1: the launch file is a list, not a mapping; its keys are version, description, include, arguments, environment, bus, defaults, nodes"
        ),
        BrokenFile(text: "version: 1\n", finding: ":1:1: the launch file has no 'nodes'; add 'nodes: …'"),
        BrokenFile(
            text: "version: 1\nnodes: {}\n",
            finding: ":2:8: 'nodes' is empty; add a node, such as 'gps: {plugin: gps}'"
        ),
        BrokenFile(
            text: "version: 1\nnodes: [a]\n",
            finding: ":2:8: 'nodes' is a list; give 'name: …', one a line"
        ),
        .nodes(
            "  gps: {plugin: gps, afer: []}",
            ":3:22: unknown key 'afer' in node 'gps'; did you mean 'after'?"
        ),
        .nodes(
            "  gps: {parameters: {}}",
            ":3:3: node 'gps' has neither 'plugin' nor 'run'; say what to start"
        ),
        .nodes("  gps: {plugin: gps, run: [cat]}", ":3:27: node 'gps' has both 'plugin' and 'run'; keep one"),
        .nodes(
            "  gps: {run: cat}",
            ":3:14: 'run' of node 'gps' is the string 'cat'; give the program and its arguments, such as [python3, talk.py]"
        ),
        .nodes(
            "  a: {run: [cat], parameters: {x: 1}}",
            ":3:31: node 'a' is no plugin and has parameters; pass arguments in 'run' or variables in 'environment'"
        ),
        .nodes(
            "  GPS: {plugin: gps}",
            ":3:3: 'GPS' cannot be a node's name; a name is 1 to 64 of a-z, 0-9, _ and -"
        ),
        .nodes("  bus: {plugin: gps}", ":3:3: 'bus' is the bus's own name; give the node another"),
        .nodes(
            "  a: {run: [cat]}\n  a: {run: [cat]}",
            ":4:3: key 'a' is given twice; it is in line 3 already"
        ),
        .nodes(
            "  gps: {plugin: gsp}",
            ":3:17: no plugin 'gsp'; did you mean 'gps'? looked in RIG/plugins; BINNACLE_PLUGIN_PATH adds to these"
        ),
        .nodes(
            "  a: {run: [nonesuch-program]}",
            ":3:13: no program 'nonesuch-program'; install or build it; looked in RIG, RIG/bin, the PATH"
        ),
        .nodes(
            "  a: {run: [./plugins]}",
            ":3:13: 'RIG/plugins' is a folder, no program; name a program in it"
        ),
        .nodes(
            "  a: {run: [./rig.txt]}",
            ":3:13: 'RIG/rig.txt' is no program; make it executable: chmod +x RIG/rig.txt"
        ),
        .nodes(
            "  gps: {plugin: gps, parameters: {rate: fast}}",
            ":3:41: parameter 'rate' of node 'gps' is the string 'fast'; give a number of more than 0 and at most 100 (Hz)"
        ),
        .nodes(
            "  gps: {plugin: gps, parameters: {rate: 0}}",
            ":3:41: parameter 'rate' of node 'gps' is 0; give a number of more than 0 and at most 100 (Hz)"
        ),
        .nodes(
            "  gps: {plugin: gps, parameters: {mode: fats}}",
            ":3:41: parameter 'mode' of node 'gps' is the string 'fats'; did you mean 'fast'?"
        ),
        .nodes(
            "  gps: {plugin: gps, parameters: {count: 1.5}}",
            ":3:42: parameter 'count' of node 'gps' is the number 1.5; give a whole number of at least 1"
        ),
        .nodes(
            "  gps: {plugin: gps, parameters: {label: 5}}",
            ":3:42: parameter 'label' of node 'gps' is the integer 5; give a text (in quotes if it looks like a number) of at least 2 characters"
        ),
        .nodes(
            "  gps: {plugin: gps, parameters: {label: x}}",
            ":3:42: parameter 'label' of node 'gps' is 'x'; give a text (in quotes if it looks like a number) of at least 2 characters"
        ),
        .nodes(
            "  gps: {plugin: gps, parameters: {echo: yes}}",
            ":3:41: parameter 'echo' of node 'gps' is the string 'yes'; give true or false"
        ),
        .nodes(
            "  gps: {plugin: gps, parameters: {names: [a, 1]}}",
            ":3:42: parameter 'names' of node 'gps' is the integer 1; give a list, each element a text (in quotes if it looks like a number)"
        ),
        .nodes(
            "  gps: {plugin: gps, parameters: {label: {a: b}}}",
            ":3:42: parameter 'label' of node 'gps' is a mapping; give a text, a number, true, false or a list"
        ),
        .nodes(
            "  gps: {plugin: gps, parameters: {sorce: x}}",
            ":3:35: node 'gps' has no parameter 'sorce'; did you mean 'source'?"
        ),
        .nodes(
            "  pins: {plugin: pins}",
            ":3:3: node 'pins' needs parameter 'file'; add 'file': where pins are kept"
        ),
        .nodes(
            "  a: {run: [cat], after: [b]}",
            ":3:27: node 'a' starts after 'b', and there is no such node; the nodes are a"
        ),
        .nodes(
            "  a: {run: [cat], after: {b: redy}}\n  b: {run: [cat]}",
            ":3:30: 'after' of node 'a' waits for 'b' to be the string 'redy'; did you mean 'ready'?"
        ),
        .nodes(
            "  a: {run: [cat], after: [b]}\n  b: {run: [cat], after: [a]}",
            ":3:27: nodes wait for each other: a after b after a; remove one 'after'"
        ),
        .nodes(
            "  a: {run: [cat], after: [a]}",
            ":3:27: nodes wait for each other: a after a; remove one 'after'"
        ),
        .nodes(
            "  a: {run: [cat], restart: alwys}",
            ":3:28: 'restart' of node 'a' is the string 'alwys'; did you mean 'always'?"
        ),
        .nodes(
            "  a: {run: [cat], restart: {delay: soon}}",
            ":3:36: 'delay' of 'restart' of node 'a' is the string 'soon'; give a length of time such as 0.5s, 500ms or 2m"
        ),
        .nodes(
            "  a: {run: [cat], restart: {limit: -1}}",
            ":3:36: 'limit' of 'restart' of node 'a' is the integer -1; give a whole number of at least 0"
        ),
        .nodes(
            "  a: {run: [cat], stop: {signal: SIGTREM}}",
            ":3:34: 'signal' of 'stop' of node 'a' is the string 'SIGTREM'; did you mean 'SIGTERM'?"
        ),
        .nodes("  a: {run: [cat, \"x\\0y\"]}", ":3:18: 'run' of node 'a' holds a zero byte"),
        .nodes(
            "  a: {run: [cat], required: yes}",
            ":3:29: 'required' of node 'a' is the string 'yes'; give true or false"
        ),
        .nodes("  a: {run: [cat, \"${lgo}\"]}", ":3:18: no argument 'lgo'; declare it under 'arguments:'"),
        .nodes(
            "  a: {run: [cat, \"${lgo\"]}",
            ":3:18: '${' without '}' in '${lgo'; write $${ for a literal ${"
        ),
        .nodes(
            "  a: {run: [cat, \"${env:BINNACLE_NONE}\"]}",
            ":3:18: the environment has no BINNACLE_NONE; set it, or write ${env:BINNACLE_NONE:-default}"
        ),
        .nodes(
            "  a: {run: [cat], environment: {BINNACLE_BUS: x}}",
            ":3:33: BINNACLE_BUS is set by the launcher; leave it out"
        ),
        BrokenFile(
            text: "version: 1\narguments: {log: {type: path}}\nnodes: {a: {run: [cat, \"${log}\"]}}\n",
            finding: ":2:13: argument 'log' is not given and has no default; add log=… to the command line"
        ),
        BrokenFile(
            text: "version: 1\narguments: {log: {type: pth, default: x}}\nnodes: {a: {run: [cat]}}\n",
            finding: ":2:25: 'type' of argument 'log' is the string 'pth'; did you mean 'path'?"
        ),
        BrokenFile(
            text: "version: 1\narguments: {n: {type: integer, default: x}}\nnodes: {a: {run: [cat]}}\n",
            finding: ":2:41: the default of argument 'n' is the string 'x'; give a whole number"
        ),
        BrokenFile(
            text:
                "version: 1\narguments: {n: {type: choice, choices: [left, right], default: lfet}}\nnodes: {a: {run: [cat]}}\n",
            finding: ":2:64: the default of argument 'n' is the string 'lfet'; did you mean 'left'?"
        ),
        BrokenFile(
            text:
                "version: 1\narguments: {n: {type: integer, default: 1}}\nnodes: {a: {run: [cat], if: n}}\n",
            finding:
                ":3:29: 'if' of node 'a' is the integer 1; give an argument of type boolean, or 'not' and one"
        ),
    ]

    @Test("Each gives exactly its finding, at its place", arguments: files)
    func finding(file: BrokenFile) throws {
        let rig = try Rig()
        try rig.write("rig.txt", "no program\n")
        try rig.addPlugin(
            "gps",
            """
            parameters:
              type: object
              properties:
                source: {type: string, format: path}
                rate: {type: number, default: 1, exclusiveMinimum: 0, maximum: 100, x-unit: Hz}
                mode: {type: string, enum: [fast, slow]}
                count: {type: integer, minimum: 1}
                echo: {type: boolean}
                label: {type: string, minLength: 2}
                names: {type: array, items: {type: string}}
            """
        )
        let pins =
            "parameters: {type: object, properties: {file: {type: string, description: where pins are kept}}, required: [file]}"
        try rig.addPlugin("pins", pins)
        let (plan, findings) = rig.load(file.text, file.arguments)
        #expect(plan == nil)
        let lines = rig.lines(findings).map { $0.replacing("RIG/rig.yaml", with: "") }
        #expect(lines == [file.finding])
    }

    @Test("An argument that the file does not declare, or of a wrong type, is said to be of the command line")
    func commandLine() throws {
        let rig = try Rig()
        let text =
            "version: 1\narguments: {speed: {type: number, default: 1, minimum: 0}}\nnodes: {a: {run: [cat]}}\n"
        #expect(
            rig.lines(rig.load(text, ["sped": "2"]).findings)
                == ["command line: RIG/rig.yaml has no argument 'sped'; did you mean 'speed'?"]
        )
        #expect(
            rig.lines(rig.load(text, ["speed": "-1"]).findings)
                == ["command line: argument 'speed' is -1; give a number of at least 0"]
        )
    }
}
