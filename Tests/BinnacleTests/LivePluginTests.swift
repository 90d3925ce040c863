import Platform
import TestSupport
import Testing

@testable import Binnacle

/// A plugin that takes what it is given.
private struct Walker: LivePlugin {
    struct Parameters: Decodable, Sendable {
        var pace: Double?
        var gait: String?
    }
    let taken = Lock<[Parameters]>([])

    init() {}
    init(node: Node, parameters: Parameters) {}

    func take(_ parameters: Parameters) { taken.withLock { $0.append(parameters) } }
}

@Suite("Changes of parameters while a node runs", .timeLimit(.minutes(1)))
struct LivePluginTests {
    private static let schema = """
        {"type": "object", "properties": {
            "pace": {"type": "number", "minimum": 0.1, "maximum": 5, "x-unit": "m/s"},
            "gait": {"type": "string", "enum": ["walk", "trot", "canter"]}
        }}
        """

    @Test(
        "who asks the node itself is held to its manifest, is told what is allowed, and nothing has changed",
        arguments: [
            (#"{"pace":-1}"#, "parameter 'pace' is -1; give a number of at least 0.1 and at most 5 (m/s)"),
            (#"{"pace":1e308}"#, "parameter 'pace' is 1e+308; give a number"),
            (#"{"pace":null}"#, "parameter 'pace' is nothing; give a number"),
            (#"{"gait":"fly"}"#, "parameter 'gait' is the string 'fly'; it is one of walk, trot, canter"),
            (#"{"gait":"trott"}"#, "did you mean 'trot'?"),
            // One that is allowed is not taken beside one that is not.
            (#"{"pace":2,"gait":7}"#, "parameter 'gait' is the integer 7"),
            (#"{"speed":2}"#, "parameter 'speed' cannot be changed while the node runs"),
        ]
    )
    func refused(change: String, why: String) async throws {
        let bus = try TestBus()
        let (node, plugin) = try walker(bus)
        let asker = try bus.join("asker")
        try await eventually { (try? await asker.request("walker/ping", [])) != nil }
        let error = await #expect(throws: RequestError.self) {
            _ = try await asker.request("walker/set", Array(change.utf8), timeout: .seconds(50))
        }
        #expect(error?.code == .badRequest)
        #expect(error?.message.contains(why) == true, "\(String(describing: error))")
        #expect(plugin.taken.withLock { $0.isEmpty })
        let good = try await asker.request(
            "walker/set",
            Array(#"{"pace":"2","gait":"trot"}"#.utf8),
            timeout: .seconds(50)
        )
        #expect(String(decoding: good, as: UTF8.self) == #"{"pace":2.0,"gait":"trot"}"#)
        let taken = plugin.taken.withLock { $0.last }
        #expect(taken?.pace == 2 && taken?.gait == "trot")
        await node.close()
        await asker.close()
        bus.end()
    }

    private func walker(_ bus: TestBus) throws -> (Node, Walker) {
        let node = try bus.join("walker") {
            $0.liveParameters = ["pace", "gait"]
            $0.liveSchema = Array(Self.schema.utf8)
        }
        let plugin = Walker()
        plugin.takeChanges(on: node, from: ["pace": 1])
        return (node, plugin)
    }
}
