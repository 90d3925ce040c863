internal import Binnacle
internal import Glibc
internal import IIO
internal import Platform

/// Reads the kernel's sensors on a thread of its own, for as long as they live and beyond.
final class SensorReader: Sendable {
    /// What it tells, on its thread.
    enum Report: Sendable {
        case field(MagneticField)
        case motion(IMU)
        /// Sensors are open: which, and how they are read.
        case opened(String)
        /// Sensors give samples again, and have for a while.
        case recovered(String)
        case failed(IIOError)
    }

    private let options: SensorOptions
    private let report: @Sendable (Report) -> Void
    private let interruption: Wakeup

    /// The first and the longest wait before lost sensors are looked for again, milliseconds.
    private static let backOff: ClosedRange<Int32> = 100...2000
    /// For how long samples have to come after a failure before they count as come again, nanoseconds.
    private static let proof: Int64 = 2_000_000_000

    init(_ options: SensorOptions, report: @escaping @Sendable (Report) -> Void) throws(SystemError) {
        self.options = options
        self.report = report
        interruption = try Wakeup()
    }

    /// Reads until the task is cancelled.
    ///
    /// - Throws: what makes no sense in what the sensors say of themselves, such as a broken mount matrix.
    func read() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                do {
                    try Thread.start(named: "sensors") {
                        continuation.resume(with: Result { try self.run() })
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            interruption.ring()
        }
    }

    private func run() throws(IIOError) {
        var options = options
        var wait = Self.backOff.lowerBound
        var isTroubled = false
        while true {
            do throws(IIOError) {
                var session = try SensorSession(options)
                if !isTroubled { report(.opened(session.description)) }
                var since: Int64?
                while try session.take(until: interruption, report) {
                    guard session.hasDelivered else { continue }
                    wait = Self.backOff.lowerBound
                    let now = MonotonicClock.nanoseconds
                    let first = since ?? now
                    since = first
                    guard isTroubled, now - first >= Self.proof else { continue }
                    isTroubled = false
                    report(.recovered(session.description))
                }
                return
            } catch {
                if error.code == .broken { throw error }
                isTroubled = true
                report(.failed(error))
                if let mute = error.mute, options.capture == .auto { options.mute.insert(mute) }
            }
            var item = pollfd(fd: interruption.descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&item, 1, wait) > 0 { return }
            wait = min(wait * 2, Self.backOff.upperBound)
        }
    }
}
