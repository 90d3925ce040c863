internal import Binnacle
internal import Glibc
internal import IIO
internal import Platform

/// Sensors that are open: some by the buffers of their devices, the others asked one by one at an even pace.
struct SensorSession {
    /// A buffer, and when it has to have given something again by the monotonic clock, nanoseconds.
    private struct Buffer {
        let capture: BufferedCapture
        let patience: Int64
        var due: Int64
    }

    private var buffers: [Buffer] = []
    private(set) var polled: [PolledSensors] = []
    private let gravity: Double
    /// Which sensors they are, and how they are read, for the log.
    private(set) var description = ""
    /// Whether there have been samples.
    private(set) var hasDelivered = false

    /// For how long a buffer may give nothing, nanoseconds; one of slow samples for three of them.
    private static let patience: Int64 = 2_500_000_000

    /// Finds the sensors and opens them.
    ///
    /// - Throws: what is missing, not allowed, or makes no sense.
    init(_ options: SensorOptions) throws(IIOError) {
        let choice = try SensorChoice(in: options.sysfs, named: options.name, mount: options.mount)
        gravity = options.gravityIsDown ? -1 : 1
        var asked: [(sensor: Sensor, rate: Double?)] = []
        var words: [String] = []
        for sensors in choice.groups {
            let device = sensors[0].device
            var rates: [(sensor: Sensor, rate: Double?)] = []
            for sensor in sensors { rates.append((sensor, try Self.rate(of: sensor, options))) }
            let fastest = rates.compactMap(\.rate).max()
            let what = sensors.map { $0.quantity.words }.joined(separator: " and ")
            let pace = fastest.map { " at \($0) Hz" } ?? ""
            if let why = try capture(sensors, fastest, options) {
                asked += rates
                words.append("\(what) of \(device.name)\(pace), asked one by one\(why)")
            } else {
                words.append("\(what) of \(device.name)\(pace), from its buffer")
            }
        }
        // Asked more often, a sensor says the same again.
        let usual = options.rate ?? asked.lazy.compactMap(\.rate).first ?? SensorOptions.usualRate
        polled = PolledSensors.groups(
            asked.map { ($0.sensor, min($0.rate ?? usual, options.rate ?? .infinity)) }
        )
        description = words.joined(separator: "; ")
    }

    /// Sets how often a sensor measures, where that is asked for, and returns what it is; nil where nobody knows.
    private static func rate(of sensor: Sensor, _ options: SensorOptions) throws(IIOError) -> Double? {
        let device = sensor.device
        if let rate = options.rate {
            let taken = try device.setFrequency(rate, of: sensor.quantity) ?? sensor.frequency
            return taken.flatMap { $0 > 0 ? $0 : nil }
        }
        guard let frequency = sensor.frequency, frequency <= 0 else { return sensor.frequency }
        throw IIOError(
            .silent,
            "\(device.name) (\(device.identifier)): its sampling_frequency is \(frequency), so that it measures nothing; "
                + "set how often it is to, with rate=50 for example"
        )
    }

    /// Opens the buffer of a device, and returns why it cannot be had, for the log.
    private mutating func capture(
        _ sensors: [Sensor],
        _ rate: Double?,
        _ options: SensorOptions
    ) throws(IIOError) -> String? {
        guard options.capture != .poll else { return "" }
        guard !options.mute.contains(sensors[0].device.identifier) else {
            return " (its buffer gives nothing)"
        }
        do throws(IIOError) {
            let capture = try BufferedCapture(sensors, devices: options.devices)
            let patience = max(Self.patience, Int64(min(3e9 / (rate ?? 1000), 3.6e12)))
            buffers.append(
                Buffer(capture: capture, patience: patience, due: MonotonicClock.nanoseconds + patience)
            )
            return nil
        } catch {
            if options.capture == .buffer || error.code == .broken { throw error }
            return " (\(error))"
        }
    }

    /// Waits for samples and tells them.
    ///
    /// - Returns: whether to go on: the bell has not been rung.
    /// - Throws: when a sensor has gone, or gives nothing.
    mutating func take(until bell: Wakeup, _ report: (SensorReader.Report) -> Void) throws(IIOError) -> Bool {
        var items = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
        items += buffers.map { pollfd(fd: $0.capture.descriptor, events: Int16(POLLIN), revents: 0) }
        let due = (polled.map(\.due) + buffers.map(\.due)).min() ?? .max
        let left = due - MonotonicClock.nanoseconds
        let wait = left <= 0 ? 0 : Int32(min(left / 1_000_000 + 1, 10_000))
        guard poll(&items, nfds_t(items.count), wait) >= 0 || errno == EINTR else {
            throw IIOError(.lost, "poll: \(String(cString: strerror(errno)))", number: errno)
        }
        if items[0].revents != 0 { return false }
        for index in buffers.indices {
            var samples: [BufferedCapture.Sample] = []
            if items[index + 1].revents != 0 { samples = try buffers[index].capture.read() }
            for sample in samples { tell(sample.vectors, at: sample.time, report) }
            let now = MonotonicClock.nanoseconds
            if !samples.isEmpty {
                buffers[index].due = now + buffers[index].patience
            } else if now >= buffers[index].due {
                throw Self.silence(of: buffers[index].capture.device)
            }
        }
        for index in polled.indices {
            if let (time, vectors) = try polled[index].ask() { tell(vectors, at: time, report) }
        }
        return true
    }

    private static func silence(of device: IIODevice) -> IIOError {
        IIOError(
            .silent,
            "\(device.name) (\(device.identifier)): its buffer gives no samples; see that the trigger that its "
                + "trigger/current_trigger names runs, or have it asked one by one with capture=poll",
            mute: device.identifier
        )
    }

    private mutating func tell(
        _ vectors: [Quantity: SIMD3<Double>],
        at time: Double,
        _ report: (SensorReader.Report) -> Void
    ) {
        hasDelivered = true
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
