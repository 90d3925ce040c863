@testable internal import Launch
internal import Testing

@Suite("Capabilities", .timeLimit(.minutes(1)))
struct CapabilityTests {
    private func rig() throws -> Rig {
        let rig = try Rig()
        try rig.addPlugin("gps", "provides: [gps]\n")
        try rig.addPlugin("compass", "requires: [magnetometer]\nprovides: [magnetometer]\n")
        try rig.addPlugin("chart", "requires: [gps, location-services]\n")
        return rig
    }

    private func missing(_ nodes: String, running: Set<Capability> = []) throws -> [String] {
        let rig = try rig()
        let (plan, findings) = rig.load("version: 1\nnodes: {\(nodes)}\n")
        #expect(findings == [])
        let missing = try #require(plan).missingCapabilities(
            running: running,
            installed: rig.search.all().manifests
        )
        return missing.map { "\($0)" }
    }

    @Test("what another node of the rig or the bus provides is not missing")
    func provided() throws {
        #expect(try missing("a: {plugin: gps}") == [])
        #expect(try missing("a: {plugin: gps}, c: {plugin: chart}", running: [.locationServices]) == [])
        #expect(try missing("c: {plugin: chart}", running: [.locationServices, .gps]) == [])
        #expect(try missing("a: {plugin: compass}, b: {plugin: compass}") == [])
    }

    @Test("what nothing provides is missing, and who would provide it is said")
    func missing() throws {
        #expect(
            try missing("c: {plugin: chart}") == [
                "node 'c' requires gps, which no other node of the rig provides, nor any on the bus; "
                    + "add a node of a plugin that does (gps), or start one first",
                "node 'c' requires location-services, which no other node of the rig provides, nor any on the bus; "
                    + "no plugin that is installed provides it",
            ]
        )
        #expect(try missing("a: {plugin: gps}, c: {plugin: chart}").count == 1)
    }

    @Test("a node does not provide for itself, and one that is left out provides nothing")
    func itself() throws {
        #expect(try missing("a: {plugin: compass}").count == 1)
        #expect(try missing("a: {plugin: gps, if: false}, c: {plugin: chart}").count == 2)
    }
}
