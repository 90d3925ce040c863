internal import Broker
internal import Glibc
internal import Platform

/// The bus as a program of its own, which `binnacle bus` becomes: it holds no code of other verbs in memory.
@main
enum BusProgram {
    static func main() async {
        let termination = Termination.watch()
        DescriptorLimit.raise()
        let order: BusOrder
        do throws(BusOrder.Failure) {
            order = try BusOrder(Array(CommandLine.arguments.dropFirst()))
        } catch {
            end("\(error); this program is what 'binnacle bus' becomes: see 'binnacle bus --help'", code: 2)
        }
        do {
            let stop = try Wakeup()
            let watcher = Task {
                await termination.requested()
                stop.ring()
            }
            defer { watcher.cancel() }
            try await serveOnThread(order, until: stop)
        } catch {
            end("\(error)", code: 1)
        }
    }

    private static func end(_ complaint: String, code: CInt) -> Never {
        StandardError.write("binnacle bus: \(complaint)\n")
        exit(code)
    }

    /// Runs the bus on a thread of its own, which it may block.
    private static func serveOnThread(_ order: BusOrder, until stop: Wakeup) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do {
                try Thread.start(named: "bus") {
                    continuation.resume(with: Result { try serve(order, until: stop) })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Runs the bus; when this returns, it has given back its place.
    private static func serve(_ order: BusOrder, until stop: Wakeup) throws {
        var broker = try Broker(order.configuration)
        if !order.isQuiet {
            for address in broker.addresses { try say("\(address)") }
            for address in broker.securedAddresses { try say("\(address) (with keys)") }
        }
        try broker.run(until: stop)
    }

    /// Writes a line to standard output at once.
    private static func say(_ line: String) throws {
        guard puts(line) >= 0, fflush(nil) == 0 else {
            throw SystemError(call: "write the addresses", code: errno)
        }
    }
}
