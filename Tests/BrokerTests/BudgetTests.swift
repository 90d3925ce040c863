import Messages
import Testing

@testable import Broker

@Suite("The descriptors of a bus", .timeLimit(.minutes(1)))
struct BudgetTests {
    private static let folder = "ipc:///tmp/a"
    private static let port = "tcp://127.0.0.1:7750"

    /// 64 are for nobody; a connection by TCP takes two, and there are four sockets.
    @Test(
        "are shared out so that some are left",
        arguments: [
            ([folder], 1024, 20, 313, 0),
            ([folder], 1_048_576, 20, 10_000, 0),
            ([port], 1024, 20, 0, 117),
            ([port], 1_048_576, 20, 0, 1000),
            ([folder, port], 1024, 20, 158, 58),
            ([folder, port], 1_048_576, 20, 10_000, 1000),
        ]
    )
    func shares(addresses: [String], limit: Int, used: Int, local: Int, remote: Int) throws {
        let budget = try DescriptorBudget(limit: limit, used: used, try Self.choices(addresses))
        #expect(budget.local == local)
        #expect(budget.remote == remote)
        #expect(used + 3 * budget.local + 8 * budget.remote + 64 <= limit)
    }

    @Test("are too few for any use, which is said with what to do", arguments: [0, 64, 100])
    func tooFew(limit: Int) throws {
        let choices = try Self.choices([Self.folder])
        let error = #expect(throws: BrokerError.self) {
            try DescriptorBudget(limit: limit, used: 20, choices)
        }
        #expect(error?.description.contains("\(limit) files") == true)
        #expect(error?.description.contains("ulimit -n") == true)
    }

    private static func choices(_ addresses: [String]) throws -> BrokerConfiguration {
        var choices = BrokerConfiguration(address: try BusAddress(addresses[0]))
        choices.addresses = try addresses.map { try BusAddress($0) }
        return choices
    }
}
