@testable internal import Launch
internal import Testing

@Suite("Launch files", .timeLimit(.minutes(1)))
struct LaunchPlanTests {
    private let source = """
        publishes: [fix/<name>]
        parameters:
          type: object
          properties:
            source: {type: string, format: path}
            rate: {type: number, default: 1, exclusiveMinimum: 0, maximum: 100, x-unit: Hz}
            mode: {type: string, enum: [fast, slow]}
            count: {type: integer, minimum: 1}
            echo: {type: boolean}
            names: {type: array, items: {type: string}}
        """

    private func rig() throws -> Rig {
        let rig = try Rig()
        try rig.addPlugin("gps", source)
        try rig.addPlugin("fusion", "publishes: [fix/<name>, heading/<name>]\nsubscribes: [fix/]\n")
        try rig.addPlugin(
            "pins",
            "subscribes: [fix/fusion]\nparameters: {type: object, properties: {file: {type: string}}, required: [file]}\n"
        )
        return rig
    }

    @Test("A file becomes a plan with types, defaults, paths and order")
    func plan() throws {
        let rig = try rig()
        let (plan, findings) = rig.load(
            """
            version: 1
            description: a rig
            arguments:
              log: {type: path, default: walk.nmea, description: recorded}
              rate: {type: number, default: 5}
              view: {type: boolean, default: false}
            environment: {COMMON: "${env:BINNACLE_TEST_UNSET:-fallback}", BOTH: common}
            nodes:
              gps:
                plugin: gps
                parameters: {source: "file:${log}", rate: "${rate}", names: [a, "${log}"], mode: fast}
                environment: {BOTH: own, PRICE: "$${5}"}
              fusion: {plugin: fusion, after: [gps], restart: {policy: on-failure, delay: 0.25s, limit: 3, window: 10s}}
              pins: {plugin: pins, after: {fusion: started}, parameters: {file: "x"}, required: true}
              shell: {run: [sh, -c, "echo ${rate}"], if: not view, stop: {signal: SIGTERM, grace: 100ms}}
              viewer: {run: [cat], if: view}
            """,
            ["rate": "20"]
        )
        #expect(rig.lines(findings) == [])
        let nodes = try #require(plan).nodes
        #expect(nodes.map(\.name) == ["gps", "fusion", "pins", "shell"])
        #expect(plan?.description == "a rig")
        #expect(
            nodes[0].parameters.replacing(rig.folder, with: "RIG")
                == #"{"source":"file:RIG/walk.nmea","rate":20.0,"mode":"fast","names":["a","RIG/walk.nmea"]}"#
        )
        #expect(nodes[0].environment == ["COMMON": "fallback", "BOTH": "own", "PRICE": "${5}"])
        #expect(nodes[0].program.hasSuffix("/plugins/gps/go"))
        #expect(nodes[1].after == [Dependency(on: "gps", .ready)])
        #expect(nodes[1].restart.delay == .milliseconds(250))
        #expect(nodes[1].restart.limit == 3)
        #expect(nodes[2].after == [Dependency(on: "fusion", .started)])
        #expect(nodes[2].isRequired)
        #expect(nodes[3].arguments == ["-c", "echo 20"])
        #expect(nodes[3].stop.signal == .terminate)
        #expect(nodes[3].stop.grace == .milliseconds(100))
        #expect(plan?.readers(of: nodes[0]) == ["fusion"])
        #expect(plan?.readers(of: nodes[1]) == ["pins"])
    }

    @Test("A path on the command line is seen from the working directory, one in the file from the file")
    func commandLinePath() throws {
        let rig = try rig()
        let text = """
            version: 1
            arguments: {log: {type: path, default: a.nmea}}
            nodes: {gps: {plugin: gps, parameters: {source: "${log}"}}}
            """
        #expect(rig.load(text).plan?.nodes[0].parameters.contains("\(rig.folder)/a.nmea") == true)
        let given = rig.load(text, ["log": "b/a.nmea"]).plan?.nodes[0].parameters
        #expect(given?.contains("\(Paths.workingDirectory)/b/a.nmea") == true)
    }

    @Test("One plugin alone is a required node")
    func single() throws {
        let rig = try rig()
        let single = LaunchPlan.single(
            plugin: "gps",
            name: "bow",
            parameters: ["rate": "10"],
            search: rig.search
        )
        #expect(single.findings == [])
        #expect(single.plan?.nodes.map(\.name) == ["bow"])
        #expect(single.plan?.nodes[0].isRequired == true)
        #expect(single.plan?.nodes[0].parameters == #"{"rate":10.0}"#)
        let wrong = LaunchPlan.single(
            plugin: "gps",
            parameters: ["rat": "1", "count": "x"],
            search: rig.search
        )
        #expect(
            wrong.findings.map(\.description) == [
                "command line: plugin 'gps' has no parameter 'rat'; did you mean 'rate'?",
                "command line: parameter 'count' of plugin 'gps' is 'x'; give a whole number of at least 1",
            ]
        )
        let missing = LaunchPlan.single(plugin: "gsp", search: rig.search).findings
        #expect(
            rig.lines(missing) == [
                "command line: no plugin 'gsp'; did you mean 'gps'? looked in RIG/plugins; BINNACLE_PLUGIN_PATH adds to these"
            ]
        )
    }

    @Test("A topic that nobody writes is a warning, and the rig starts")
    func warning() throws {
        let rig = try rig()
        let (plan, findings) = rig.load("version: 1\nnodes:\n  fusion: {plugin: fusion}\n")
        #expect(plan != nil)
        #expect(
            rig.lines(findings) == [
                "RIG/rig.yaml:3:3: warning: node 'fusion' reads fix/, which no node of this rig writes; "
                    + "add one that does, unless it is there already"
            ]
        )
    }

    @Test("All findings are made in one go")
    func several() throws {
        let rig = try rig()
        let (plan, findings) = rig.load(
            "version: 2\nnodes:\n  gps: {plugin: gps, parameters: {rate: 0, cuont: 3}}\n  bus: {plugin: nope, restrat: never}\n"
        )
        #expect(plan == nil)
        #expect(
            rig.lines(findings).map { $0.prefix { $0 != ";" } } == [
                "RIG/rig.yaml:1:10: 'version' is the integer 2",
                "RIG/rig.yaml:4:3: 'bus' is the bus's own name",
                "RIG/rig.yaml:4:23: unknown key 'restrat' in node 'bus'",
                "RIG/rig.yaml:3:44: node 'gps' has no parameter 'cuont'",
                "RIG/rig.yaml:3:41: parameter 'rate' of node 'gps' is 0",
                "RIG/rig.yaml:4:17: no plugin 'nope'",
            ]
        )
    }

    @Test("A file that is not there, a folder and a file that may not be read are said")
    func unreadable() throws {
        let rig = try rig()
        let missing = LaunchPlan.load("\(rig.folder)/none.yaml", search: rig.search).findings
        #expect(
            rig.lines(missing) == ["RIG/none.yaml: cannot be read: No such file or directory; check the path"]
        )
        let folder = LaunchPlan.load(rig.folder, search: rig.search).findings
        #expect(rig.lines(folder) == ["RIG: cannot be read: Is a directory"])
    }
}
