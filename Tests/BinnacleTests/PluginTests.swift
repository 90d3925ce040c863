import Binnacle
import Platform
import TestSupport
import Testing

/// The plugin of the README, to the letter.
struct Beacon: Plugin {
    struct Parameters: Decodable, Sendable { var latitude, longitude: Double }
    let node: Node
    let parameters: Parameters

    func run() async throws {
        let fixes = try node.publisher(of: Fix.self)
        while true {
            fixes.publish(Fix(time: node.now, latitude: parameters.latitude, longitude: parameters.longitude))
            try await Task.sleep(for: .seconds(1))
        }
    }
}

@Suite("A plugin", .timeLimit(.minutes(1)))
struct PluginTests {
    @Test("a provider in a dozen lines publishes until its task is cancelled")
    func provider() async throws {
        let bus = try TestBus()
        let reader = try bus.join("reader")
        var fixes = reader.messages(of: Fix.self, .kind("fix")).makeAsyncIterator()
        await reader.subscriptionsInForce()
        let node = try bus.join("beacon")
        let beacon = Beacon(node: node, parameters: .init(latitude: 54.4, longitude: 10.2))
        let task = Task { try await beacon.run() }
        let fix = try #require(await fixes.next())
        #expect(fix.topic.description == "fix/beacon")
        #expect(fix.message?.latitude == 54.4)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await node.close()
        await reader.close()
        bus.end()
    }
}
