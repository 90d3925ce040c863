internal import Binnacle
internal import Glibc
internal import Platform
internal import Synchronization

/// Reads a source on a thread of its own, for as long as it lives and, when it is a device, beyond.
final class Receiver: Sendable {
    /// What a receiver tells, in order, on its thread.
    enum Report: Sendable {
        case opened
        case bytes([UInt8], receivedAt: Double)
        /// Nothing has come for ``Receiver/silence``.
        case silence
        /// The source cannot be read; it is tried again.
        case failed(SourceFailure)
        /// The last writer of a pipe has closed it; the next is waited for.
        case paused
        /// Standard input is at its end.
        case ended
    }

    /// The pause that ends an epoch, milliseconds: longer than any between the sentences of one.
    static let silence: Int32 = 200
    /// The first and the longest wait before a lost source is tried again, milliseconds.
    private static let backOff: ClosedRange<Int32> = 100...2000

    let source: Source
    private let bell: Wakeup
    private let isStopped = Atomic<Bool>(false)
    private let report: @Sendable (Report) -> Void

    init(_ source: Source, report: @escaping @Sendable (Report) -> Void) throws(SystemError) {
        self.source = source
        self.report = report
        bell = try Wakeup()
    }

    /// Ends ``run()`` at once; any thread may call it.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        bell.ring()
    }

    /// Reads until the source ends for good or ``stop()`` is called; blocks its thread.
    func run() {
        var wait = Self.backOff.lowerBound
        while !isStopped.load(ordering: .acquiring) {
            do throws(SourceFailure) {
                let connection = try Connection.open(source, or: bell)
                report(.opened)
                guard try listen(to: connection, onBytes: { wait = Self.backOff.lowerBound }) else { return }
            } catch {
                if isStopped.load(ordering: .acquiring) { return }
                report(.failed(error))
            }
            pause(wait)
            wait = min(wait * 2, Self.backOff.upperBound)
        }
    }

    /// Runs on a new thread and returns when it has ended; a cancelled task ends it at once.
    func read() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                do {
                    try Thread.start(named: "gps-receiver") {
                        self.run()
                        continuation.resume()
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            stop()
        }
    }

    /// Reads one connection to its end, and returns whether to open another.
    private func listen(
        to connection: borrowing Connection,
        onBytes: () -> Void
    ) throws(SourceFailure) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let arrival: Connection.Arrival
            do {
                arrival = try connection.read(into: &buffer, or: bell, within: Self.silence)
            } catch {
                throw SourceFailure(error, of: source)
            }
            switch arrival {
            case .bytes(let count):
                onBytes()
                report(.bytes(Array(buffer[0..<count]), receivedAt: WallClock.seconds))
            case .nothing:
                report(.silence)
            case .stopped:
                return false
            case .ended:
                // An empty datagram ends nothing.
                if case .udp = source { continue }
                return try end()
            }
        }
    }

    private func end() throws(SourceFailure) -> Bool {
        switch source {
        case .standardInput, .file:
            report(.ended)
            return false
        case .pipe:
            report(.paused)
            return true
        case .serial(let path, _):
            throw SourceFailure(.deviceLost, "\(path) was unplugged; plug it in again")
        case .tcp:
            throw SourceFailure(.deviceLost, "\(source) has closed the connection; start the server again")
        case .udp:
            return true
        }
    }

    private func pause(_ milliseconds: Int32) {
        var item = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&item, 1, milliseconds)
    }
}
