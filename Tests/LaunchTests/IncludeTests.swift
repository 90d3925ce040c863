@testable internal import Launch
internal import Messages
internal import Testing

@Suite("Launch files in several parts", .timeLimit(.minutes(1)))
struct IncludeTests {
    private func rig() throws -> Rig {
        let rig = try Rig()
        try rig.addPlugin(
            "gps",
            """
            publishes: [fix/<name>]
            parameters:
              type: object
              properties:
                source: {type: string, format: path}
                rate: {type: number, default: 1}
            """
        )
        try rig.addPlugin("fusion", "publishes: [fix/<name>]\nsubscribes: [fix/, imu/]\n")
        try rig.makeFolder("parts")
        try rig.makeFolder("logs")
        try rig.write(
            "parts/sensors.yaml",
            """
            version: 1
            arguments:
              log: {type: path, default: own.nmea}
              rate: {type: number}
            environment: {INNER: "${rate}", BOTH: inner}
            nodes:
              gps: {plugin: gps, parameters: {source: "${log}", rate: "${rate}"}}
              spare: {plugin: gps, parameters: {source: spare.nmea}, output: console}
            """
        )
        return rig
    }

    private let text = """
        version: 1
        arguments: {log: {type: path, default: walk.nmea}, fast: {type: boolean, default: true}}
        include:
          - {file: parts/sensors.yaml, arguments: {log: "${log}", rate: 5}}
          - {file: parts/none.yaml, if: not fast}
        environment: {OUTER: yes, BOTH: outer}
        bus: {address: "tcp://127.0.0.1:7790", clock: bus, security: {secured: "tcp://0.0.0.0:7793"}}
        defaults:
          restart: {policy: always, delay: 1s}
          stop: {grace: 1s}
          output: {file: "logs/<name>.log"}
          environment: {DEFAULT: "1"}
        nodes:
          fusion:
            plugin: fusion
            after: [gps]
            inputs: [fix/gps]
            ready: {topic: fix/<name>}
            restart: never
            working-directory: logs
          mine: {run: [sh, -c, "echo $${HOME}"], ready: {log: "listening on *"}}
        """

    @Test("Nodes of an included file are of the rig, with what is passed and what surrounds them")
    func included() throws {
        let rig = try rig()
        let (plan, findings) = rig.load(text)
        #expect(rig.lines(findings) == [])
        let nodes = try #require(plan).nodes
        #expect(nodes.map(\.name) == ["gps", "spare", "fusion", "mine"])
        func parameters(_ index: Int) -> String { nodes[index].parameters.replacing(rig.folder, with: "RIG") }
        // A path is seen from the file that names it.
        #expect(parameters(0) == #"{"source":"RIG/walk.nmea","rate":5.0}"#)
        #expect(parameters(1) == #"{"source":"RIG/parts/spare.nmea","rate":1.0}"#)
        #expect(nodes[0].environment == ["OUTER": "yes", "BOTH": "inner", "INNER": "5", "DEFAULT": "1"])
        #expect(nodes[2].environment == ["OUTER": "yes", "BOTH": "outer", "DEFAULT": "1"])
        #expect(nodes[0].restart.condition == .always)
        #expect(nodes[2].restart.condition == .never)
        #expect(nodes.map(\.stop.grace) == Array(repeating: .seconds(1), count: 4))
        #expect(nodes[0].output == "\(rig.folder)/logs/gps.log")
        #expect(nodes[1].output == nil)
    }

    @Test("What the file says of bus, readiness, inputs and places is in the plan")
    func plan() throws {
        let rig = try rig()
        let plan = try #require(rig.load(text).plan)
        #expect(plan.bus.address == "tcp://127.0.0.1:7790")
        #expect(plan.bus.secured.map(\.text) == ["tcp://0.0.0.0:7793"])
        #expect(plan.bus.followsClock == true)
        let fusion = plan.nodes[2]
        #expect(fusion.after == [Dependency(on: "gps", .ready)])
        #expect(fusion.readiness == .topic("fix/fusion"))
        #expect(fusion.subscribes.map(\.description) == ["fix/gps"])
        #expect(fusion.hasInputs)
        #expect(fusion.workingDirectory == "\(rig.folder)/logs")
        #expect(plan.nodes[3].readiness == LinePattern("listening on *").map(Readiness.log))
        #expect(plan.readers(of: plan.nodes[0]) == ["fusion"])
        #expect(plan.readers(of: plan.nodes[1]) == [])
    }

    @Test("What is shown says where each value comes from, and is a launch file of the same meaning")
    func shown() throws {
        let rig = try rig()
        let plan = try #require(rig.load(text).plan)
        let lines = plan.text.map { $0.replacing(rig.folder, with: "RIG") }
        #expect(
            lines.contains(#"      "rate": 5.0  # RIG/parts/sensors.yaml:7:59, rate from RIG/rig.yaml:4:65"#)
        )
        #expect(
            lines.contains(#"      "rate": 1.0  # RIG/plugins/gps/plugin.yaml:11:5, the plugin's default"#)
        )
        let again = rig.load(plan.text.joined(separator: "\n"))
        #expect(rig.lines(again.findings) == [])
        let (one, other) = (plan.nodes, try #require(again.plan).nodes)
        #expect(one.map(stripped) == other.map(stripped))
        #expect(again.plan?.bus.address == plan.bus.address)
        #expect(lines.contains("    stop: {signal: SIGINT, grace: 1s}  # RIG/rig.yaml:10:9"))
    }

    /// A node without the places where things were written.
    private func stripped(_ node: PlannedNode) -> PlannedNode {
        var node = node
        node.location = nil
        node.origins = [:]
        return node
    }

    @Test("The graph shows who reads what of whom, and who waits for whom")
    func graph() throws {
        let rig = try rig()
        #expect(
            try #require(rig.load(text).plan).graph == [
                "flowchart LR", #"    n0["gps"]"#, #"    n1["spare<br/>gps"]"#, #"    n2["fusion"]"#,
                #"    n3["mine<br/>sh"]"#, #"    n0 -->|"fix/gps"| n2"#, "    n0 -.->|ready| n2",
            ]
        )
    }

    @Test("A bus of an included file is passed over, and that is said")
    func innerBus() throws {
        let rig = try rig()
        try rig.write("parts/bus.yaml", "version: 1\nbus: {clock: bus}\nnodes: {a: {run: [sh]}}\n")
        let (plan, findings) = rig.load("version: 1\ninclude: parts/bus.yaml\n")
        #expect(plan?.bus.followsClock == nil)
        #expect(
            rig.lines(findings) == [
                "RIG/parts/bus.yaml:2:6: warning: 'bus' of an included file is passed over; say it in the file that is launched"
            ]
        )
    }

    @Test("Files that multiply by inclusion are stopped")
    func multiplied() throws {
        let rig = try rig()
        for level in 0..<8 {
            let next = "[x\(level + 1).yaml, x\(level + 1).yaml, x\(level + 1).yaml]"
            try rig.write("x\(level).yaml", "version: 1\ninclude: \(next)\n")
        }
        try rig.write("x8.yaml", "version: 1\nnodes: {a: {run: [sh]}}\n")
        let (plan, findings) = rig.load("version: 1\ninclude: x0.yaml\n")
        #expect(plan == nil)
        #expect(findings.contains { $0.problem == "more than 64 launch files" })
    }
}
