internal import Binnacle
internal import Glibc
internal import Platform
internal import Synchronization

/// Reads a source on a thread of its own, for as long as it lives and, when it is a device, beyond.
final class Receiver: Sendable {
    /// What a receiver tells, in order, on its thread.
    enum Report: Sendable {
        /// The source is open, under this name.
        case opened(String)
        case bytes([UInt8], receivedAt: Double)
        /// Nothing has come for ``Receiver/silence``.
        case silence
        /// The source cannot be read; it is tried again.
        case failed(SourceFailure)
        /// The last writer of a pipe has closed it; the next is waited for.
        case paused
        /// It rests, and the source is closed.
        case rested
        /// Standard input is at its end.
        case ended
        /// The system had no room for so many datagrams, or characters of a serial port.
        case overrun(Int)
        /// What is worth a line in the log, such as the speed at which a receiver was found to send.
        case note(String)
    }

    /// The pause that ends an epoch, milliseconds: longer than any between the sentences of one.
    static let silence: Int32 = 200
    /// The first and the longest wait before a lost source is tried again, milliseconds.
    private static let backOff: ClosedRange<Int32> = 100...2000
    /// The longest for serial ports, which cost little to look for and are awaited with impatience.
    private static let serialBackOff: Int32 = 500

    /// The most that is read at once, bytes; a datagram may be half of it.
    private static let most = 131_072

    let source: Source
    let bell: Wakeup
    private let isStopped = Atomic<Bool>(false)
    private let isResting = Atomic<Bool>(false)
    private let listener: @Sendable (Report) -> Int

    /// Creates a receiver.
    ///
    /// - Parameters:
    ///   - source: what is read.
    ///   - report: is told everything, and returns how many messages have been understood so far.
    /// - Throws: when the process has no descriptor left.
    init(_ source: Source, report: @escaping @Sendable (Report) -> Int) throws(SystemError) {
        self.source = source
        listener = report
        bell = try Wakeup()
    }

    /// Ends ``run()`` at once; any thread may call it.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        bell.ring()
    }

    /// Closes the source until it is told to go on, or goes on; any thread may call it.
    ///
    /// Standard input cannot be opened again: it is read on.
    func setResting(_ isResting: Bool) {
        if case .standardInput = source { return }
        guard self.isResting.exchange(isResting, ordering: .acquiringAndReleasing) != isResting else {
            return
        }
        bell.ring()
    }

    /// Reads until the source ends for good or ``stop()`` is called; blocks its thread.
    func run() {
        var line = SerialLine(source)
        var wait = Self.backOff.lowerBound
        while !isStopped.load(ordering: .acquiring) {
            if isResting.load(ordering: .acquiring) {
                report(.rested)
                rest()
                continue
            }
            // A rest that was called off at once has left it ringing, which would break off the opening.
            bell.answer()
            if isStopped.load(ordering: .acquiring) { return }
            guard serve(&line, onBytes: { wait = Self.backOff.lowerBound }) else { return }
            if isResting.load(ordering: .acquiring) { continue }
            pause(wait)
            wait = min(wait * 2, line == nil ? Self.backOff.upperBound : Self.serialBackOff)
        }
    }

    /// Opens the source and reads it to its end, and returns whether to open it again.
    private func serve(_ line: inout SerialLine?, onBytes: () -> Void) -> Bool {
        do throws(SourceFailure) {
            var connection = try open(&line)
            report(.opened(line?.path ?? source.description))
            return try listen(to: &connection, &line, onBytes: onBytes)
        } catch {
            // What is interrupted, to end or to rest, has not failed.
            if !isStopped.load(ordering: .acquiring), !isResting.load(ordering: .acquiring) {
                report(.failed(error))
            }
            return true
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

    @discardableResult
    private func report(_ report: Report) -> Int { listener(report) }

    private func open(_ line: inout SerialLine?) throws(SourceFailure) -> Connection {
        if let connection = try line?.open(proofs: report(.silence)) { return connection }
        return try Connection.open(source, or: bell)
    }

    /// Reads one connection to its end, and returns whether to open another.
    private func listen(
        to connection: inout Connection,
        _ line: inout SerialLine?,
        onBytes: () -> Void
    ) throws(SourceFailure) -> Bool {
        var buffer = [UInt8](repeating: 0, count: Self.most)
        var overruns = OverrunWatch(connection)
        while true {
            if let count = overruns.news(of: connection) { report(.overrun(count)) }
            let arrival: Connection.Arrival
            do throws(SystemError) {
                arrival = try connection.read(into: &buffer, or: bell, within: Self.silence)
            } catch {
                throw line.map { SourceFailure(error, ofPort: $0.path) } ?? SourceFailure(error, of: source)
            }
            switch arrival {
            case .bytes(let count):
                onBytes()
                let proofs = report(.bytes(Array(buffer[0..<count]), receivedAt: WallClock.seconds))
                if try tune(connection, &line, count, proofs) { return true }
            case .nothing:
                let proofs = report(.silence)
                if try tune(connection, &line, 0, proofs) { return true }
            case .stopped:
                bell.answer()
                if isStopped.load(ordering: .acquiring) { return false }
                if isResting.load(ordering: .acquiring) { return true }
            case .joined(let name):
                report(.note("\(source): \(name) has connected"))
                report(.opened(source.description))
            case .ended:
                // An empty datagram ends nothing, and a port that listens goes on.
                if case .udp = source { continue }
                if case .listener = source {
                    report(
                        .failed(
                            SourceFailure(.deviceLost, "\(source): the device has gone; it may connect again")
                        )
                    )
                    continue
                }
                return try end(line)
            }
        }
    }

    /// Lets the search for a serial port's speed take a step, and returns whether to go on with another port.
    private func tune(
        _ connection: borrowing Connection,
        _ line: inout SerialLine?,
        _ count: Int,
        _ proofs: Int
    ) throws(SourceFailure) -> Bool {
        switch try line?.take(bytes: count, proofs: proofs, connection) {
        case .found(let setting): report(.note("\(line?.path ?? ""): a receiver at \(setting)"))
        case .nextPort: return true
        case .nothing, nil: break
        }
        return false
    }

    private func end(_ line: SerialLine?) throws(SourceFailure) -> Bool {
        switch source {
        case .standardInput, .file:
            report(.ended)
            return false
        case .pipe:
            report(.paused)
            return true
        case .serial:
            throw SourceFailure(
                .deviceLost,
                "\(line?.path ?? source.description) was unplugged; plug it in again"
            )
        case .tcp:
            throw SourceFailure(.deviceLost, "\(source) has closed the connection; start the server again")
        case .gpsd:
            throw SourceFailure(.deviceLost, "\(source) has closed the connection; start gpsd again")
        case .udp, .listener:
            return true
        }
    }

    /// Waits until it is to go on.
    private func rest() {
        while isResting.load(ordering: .acquiring), !isStopped.load(ordering: .acquiring) {
            bell.wait()
            bell.answer()
        }
    }

    private func pause(_ milliseconds: Int32) {
        var item = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&item, 1, milliseconds)
    }
}
