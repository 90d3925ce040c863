internal import Binnacle
internal import Glibc
internal import IIO
internal import Platform

/// Sensors that are open: some by the buffers of their devices, the others asked one by one at an even pace.
struct SensorSession {
    private var captures: [BufferedCapture] = []
    private var polled: [Sensor] = []
    /// Nanoseconds between two samples of the sensors that are asked, and when the next are due.
    private var interval: Int64 = 0
    private var due = MonotonicClock.nanoseconds
    private let gravity: Double
    /// Which sensors they are, and how they are read, for the log.
    private(set) var description = ""

    /// Finds the sensors and opens them.
    ///
    /// - Throws: what is missing, not allowed, or makes no sense.
    init(_ options: SensorOptions) throws(IIOError) {
        let choice = try SensorChoice(in: options.sysfs, named: options.name, mount: options.mount)
        gravity = options.gravityIsDown ? -1 : 1
        var slowest = options.rate
        var words: [String] = []
        for sensors in choice.groups {
            let device = sensors[0].device
            var frequency = sensors.compactMap(\.frequency).max()
            if let rate = options.rate {
                for sensor in sensors {
                    frequency = try device.setFrequency(rate, of: sensor.quantity) ?? frequency
                }
            }
            let what = sensors.map { $0.quantity.words }.joined(separator: " and ")
            let pace = frequency.map { " at \($0) Hz" } ?? ""
            if let why = try capture(sensors, options) {
                polled += sensors
                slowest = slowest ?? frequency
                words.append("\(what) of \(device.name)\(pace), asked one by one\(why)")
            } else {
                words.append("\(what) of \(device.name)\(pace), from its buffer")
            }
        }
        interval = Int64(1e9 / max(0.01, slowest ?? SensorOptions.usualRate))
        description = words.joined(separator: "; ")
    }

    /// Opens the buffer of a device, and returns why it cannot be had, for the log.
    private mutating func capture(_ sensors: [Sensor], _ options: SensorOptions) throws(IIOError) -> String? {
        guard options.capture != .poll else { return "" }
        do throws(IIOError) {
            captures.append(try BufferedCapture(sensors, devices: options.devices))
            return nil
        } catch {
            if options.capture == .buffer || error.code == .broken { throw error }
            return " (\(error))"
        }
    }

    /// Waits for samples and tells them.
    ///
    /// - Returns: whether to go on: the bell has not been rung.
    /// - Throws: when a sensor has gone.
    mutating func take(until bell: Wakeup, _ report: (SensorReader.Report) -> Void) throws(IIOError) -> Bool {
        var items = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
        items += captures.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        let left = due - MonotonicClock.nanoseconds
        let wait = polled.isEmpty ? -1 : Int32(max(0, min(left / 1_000_000 + 1, 10_000)))
        guard
            poll(&items, nfds_t(items.count), left <= 0 && !polled.isEmpty ? 0 : wait) >= 0 || errno == EINTR
        else {
            throw IIOError(.lost, "poll: \(String(cString: strerror(errno)))")
        }
        if items[0].revents != 0 { return false }
        for (capture, item) in zip(captures, items.dropFirst()) where item.revents != 0 {
            for sample in try capture.read() { tell(sample.vectors, at: sample.time, report) }
        }
        let now = MonotonicClock.nanoseconds
        if !polled.isEmpty, now >= due {
            try ask(report)
            // What was missed is not made up for.
            due = max(due + interval, now)
        }
        return true
    }

    private func ask(_ report: (SensorReader.Report) -> Void) throws(IIOError) {
        var vectors: [Quantity: SIMD3<Double>] = [:]
        let before = WallClock.seconds
        for sensor in polled { vectors[sensor.quantity] = try sensor.read() }
        tell(vectors, at: (before + WallClock.seconds) / 2, report)
    }

    private func tell(
        _ vectors: [Quantity: SIMD3<Double>],
        at time: Double,
        _ report: (SensorReader.Report) -> Void
    ) {
        let acceleration = vectors[.acceleration].map { Vector($0 * gravity) }
        let rotationRate = vectors[.rotationRate].map { Vector($0) }
        if acceleration != nil || rotationRate != nil {
            report(.motion(IMU(time: time, acceleration: acceleration, rotationRate: rotationRate)))
        }
        if let field = vectors[.magneticField] {
            report(.field(MagneticField(time: time, field: Vector(field))))
        }
    }
}

extension Vector {
    fileprivate init(_ vector: SIMD3<Double>) { self.init(x: vector.x, y: vector.y, z: vector.z) }
}

extension Quantity {
    fileprivate var words: String {
        switch self {
        case .magneticField: "the magnetic field"
        case .acceleration: "the acceleration"
        case .rotationRate: "the rate of turn"
        }
    }
}
