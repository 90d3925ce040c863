internal import Broker
internal import Glibc
internal import Messages
internal import Platform

/// A bus in a fresh folder, on a thread of its own.
final class BusHost {
    let address: BusAddress
    /// Rung when the bus has ended.
    let ended: Wakeup
    private let stop: Wakeup
    private let outcome: Lock<String?>
    private let folder: String

    /// Why the bus ended.
    var failure: String? { outcome.withLock { $0 } }

    init() throws {
        var template = Array("/tmp/binnacle-fuzz-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw SystemError(call: "mkdtemp", code: errno) }
        folder = String(cString: made)
        let place = try BusAddress("ipc://\(folder)/bus")
        var configuration = BrokerConfiguration(address: place)
        configuration.headStart = 0
        configuration.maximumTopics = 64
        configuration.maximumKeptSize = 4096
        configuration.maximumKeptTotal = 65_536
        let (stop, ended, outcome, choices) = (try Wakeup(), try Wakeup(), Lock<String?>(nil), configuration)
        (address, self.stop, self.ended, self.outcome) = (place, stop, ended, outcome)
        try Thread.start(named: "bus") {
            do throws(BrokerError) {
                var broker = try Broker(choices)
                try broker.run(until: stop)
            } catch {
                outcome.withLock { $0 = error.description }
            }
            ended.ring()
        }
    }

    func end() {
        stop.ring()
        ended.wait()
        rmdir("\(folder)/bus")
        rmdir(folder)
    }
}
