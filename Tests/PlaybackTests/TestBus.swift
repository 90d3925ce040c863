import Binnacle
import Broker
import Glibc
import Platform

/// A bus of a test's own, in a folder of its own.
final class TestBus: Sendable {
    private let address: BusAddress
    private let folder: String
    private let stop: Wakeup
    private let ended: Wakeup

    init() throws {
        var template = Array("/tmp/binnacle-test-XXXXXX".utf8CString)
        folder = String(cString: mkdtemp(&template))
        address = try BusAddress("ipc://\(folder)/bus")
        stop = try Wakeup()
        ended = try Wakeup()
        let (address, stop, ended) = (address, stop, ended)
        let started = try Wakeup()
        let failure = Lock<String?>(nil)
        try Thread.start(named: "bus") {
            do {
                var broker = try Broker(BrokerConfiguration(address: address))
                started.ring()
                try broker.run(until: stop)
            } catch {
                failure.withLock { $0 = "\(error)" }
                started.ring()
            }
            ended.ring()
        }
        started.wait()
        if let failure = failure.withLock({ $0 }) { throw NodeError(failure) }
    }

    func join(_ name: String) throws -> Node {
        var configuration = NodeConfiguration(name: name, address: address)
        configuration.logLevel = .error
        return try Node.join(configuration)
    }

    func end() {
        stop.ring()
        ended.wait()
        rmdir("\(folder)/bus")
        rmdir(folder)
    }
}
