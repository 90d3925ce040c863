internal import IIO
internal import Platform

/// Sensors that are asked one by one, at an even pace of their own.
struct PolledSensors {
    /// Those that are asked together, at the pace at which they measure.
    private(set) var sensors: [Sensor]
    /// Nanoseconds between two samples.
    let interval: Int64
    /// When the next are due, by the monotonic clock.
    private(set) var due = MonotonicClock.nanoseconds

    /// The longest wait, which a rate near 0 would stretch beyond what can be counted.
    private static let slowest = 0.01

    /// Sensors with their samples a second, put together where that is the same.
    static func groups(_ sensors: [(sensor: Sensor, rate: Double)]) -> [PolledSensors] {
        var groups: [PolledSensors] = []
        for (sensor, rate) in sensors {
            let interval = Int64(1e9 / max(slowest, rate))
            if let place = groups.firstIndex(where: { $0.interval == interval }) {
                groups[place].sensors.append(sensor)
            } else {
                groups.append(PolledSensors(sensors: [sensor], interval: interval))
            }
        }
        return groups
    }

    private init(sensors: [Sensor], interval: Int64) {
        (self.sensors, self.interval) = (sensors, interval)
    }

    /// Asks for the newest values and says when; nil before they are due.
    ///
    /// - Throws: when a sensor has gone.
    mutating func ask() throws(IIOError) -> (time: Double, vectors: [Quantity: SIMD3<Double>])? {
        guard MonotonicClock.nanoseconds >= due else { return nil }
        var vectors: [Quantity: SIMD3<Double>] = [:]
        let before = WallClock.seconds
        for sensor in sensors { vectors[sensor.quantity] = try sensor.read() }
        let time = (before + WallClock.seconds) / 2
        // What was missed is not made up for.
        due = max(due + interval, MonotonicClock.nanoseconds)
        return (time, vectors)
    }
}
