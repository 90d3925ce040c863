internal import Messages
internal import Platform

/// The time of the bus: a recording's, while a replay owns the clock, else the wall clock's.
final class BusClock: Sendable {
    private struct Reading {
        var owner: UInt64
        var clock: Clock
        var arrival: Int64
    }

    /// An owner that is silent for so many nanoseconds has ended: it speaks once a second.
    private static let patience: Int64 = 3_000_000_000

    private let reading = Lock<Reading?>(nil)

    /// Unix seconds.
    var now: Double { time(at: MonotonicClock.nanoseconds) }

    /// The time, Unix seconds, at a moment of the monotonic clock, nanoseconds.
    func time(at monotonic: Int64) -> Double {
        guard let reading = reading.withLock({ $0 }), monotonic - reading.arrival < Self.patience else {
            return WallClock.seconds
        }
        // Played as fast as its readers confirm, it stands still between two readings.
        return reading.clock.time + (reading.clock.rate ?? 0) * Double(monotonic - reading.arrival) * 1e-9
    }

    /// Takes a reading of the clock; returns whether it is another's than the owner's, and was passed over.
    func take(_ received: Received<Clock>) -> Bool {
        // A clock that was kept has stood still since.
        guard let clock = received.message, !received.isLastValue else { return false }
        return reading.withLock { reading in
            if let owner = reading, owner.owner != received.stamp.publisher,
                received.arrival - owner.arrival < Self.patience
            {
                return true
            }
            reading = Reading(owner: received.stamp.publisher, clock: clock, arrival: received.arrival)
            return false
        }
    }
}
