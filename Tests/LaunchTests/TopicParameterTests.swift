@testable internal import Launch
internal import Testing

@Suite("Topics that parameters name", .timeLimit(.minutes(1)))
struct TopicParameterTests {
    private func rig() throws -> Rig {
        let rig = try Rig()
        try rig.addPlugin("gps", "publishes: [fix/<name>]\n")
        try rig.addPlugin(
            "pins",
            """
            subscribes: ["${fix}", "${more}"]
            requires: [location-services]
            parameters:
              properties:
                fix: {type: string, default: fix/fusion, x-replaces: location-services}
                more: {type: array, items: {type: string}}

            """
        )
        return rig
    }

    @Test("What a node reads is what it is given, by default and by the file, for wiring, graph and inputs")
    func given() throws {
        let rig = try rig()
        let text =
            "version: 1\nnodes: {bow: {plugin: gps}, pins: {plugin: pins, parameters: {fix: fix/bow, more: [pin/]}}}\n"
        let (plan, findings) = rig.load(text)
        #expect(findings.filter { $0.severity == .error } == [])
        #expect(plan?.nodes[1].subscribes.map(\.description) == ["fix/bow", "pin/"])
        #expect(plan?.wiring == ["bow": ["pins"]])
        #expect(plan?.graph.contains("    n0 -->|\"fix/bow\"| n1") == true)
        let usual = rig.load("version: 1\nnodes: {bow: {plugin: gps}, pins: {plugin: pins}}\n").plan
        #expect(usual?.nodes[1].subscribes.map(\.description) == ["fix/fusion"])
        #expect(usual?.wiring == [:])
        let inputs = "pins: {plugin: pins, inputs: [fix/bow], parameters: {fix: fix/bow}}"
        #expect(rig.load("version: 1\nnodes: {bow: {plugin: gps}, \(inputs)}\n").plan != nil)
        #expect(rig.load("version: 1\nnodes: {pins: {plugin: pins, inputs: [fix/bow]}}\n").plan == nil)
    }

    @Test("What is no topic is found where it is given")
    func wrong() throws {
        let rig = try rig()
        let (_, findings) = rig.load(
            "version: 1\nnodes:\n  pins: {plugin: pins, parameters: {fix: Fix one}}\n"
        )
        #expect(
            rig.lines(findings)
                == [
                    "RIG/rig.yaml:3:42: parameter 'fix' of node 'pins' is 'Fix one', no topic; "
                        + "write kind/name, or kind/ for every topic of a kind"
                ]
        )
    }

    @Test("A node that is given another source does not require what stands behind the usual one")
    func replaced() throws {
        let rig = try rig()
        let usual = rig.load("version: 1\nnodes: {pins: {plugin: pins}}\n").plan
        #expect(usual?.missingCapabilities().map(\.capability) == [.locationServices])
        let given = rig.load("version: 1\nnodes: {pins: {plugin: pins, parameters: {fix: fix/bow}}}\n").plan
        #expect(given?.missingCapabilities() == [])
        let program = "mine: {run: [sleep, '1'], provides: [location-services]}"
        #expect(
            rig.load("version: 1\nnodes: {pins: {plugin: pins}, \(program)}\n").plan?.missingCapabilities()
                == []
        )
    }
}
