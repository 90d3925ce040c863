internal import Glibc
internal import Platform

/// Samples of a device as it takes them, read from its buffer through the character device.
///
/// Created and read by one thread; the buffer is switched off with its owner.
public final class BufferedCapture {
    /// What came at one moment.
    public struct Sample: Sendable {
        /// When, Unix seconds.
        public let time: Double
        /// By quantity, in its unit and the axes of the device.
        public let vectors: [Quantity: SIMD3<Double>]
    }

    /// Whose samples they are.
    public let device: IIODevice
    private let sensors: [Sensor]
    private let layout: ScanLayout
    private let file: OwnedDescriptor
    private let clock: String
    private var rest: [UInt8] = []

    /// How many records the kernel keeps while nobody reads.
    private static let length = 128
    private static let timestamp = "in_timestamp"

    /// Switches a device's buffer on.
    ///
    /// - Parameters:
    ///   - sensors: whose samples are wanted, all of one device.
    ///   - devices: the folder of character devices, `/dev`.
    /// - Throws: why there is no capture: the device has no buffer or no trigger, or it may not be set up. Then it can still be
    ///   asked for its values one by one (``Sensor/read()``).
    public init(_ sensors: [Sensor], devices: String) throws(IIOError) {
        guard let device = sensors.first?.device else { throw IIOError(.lost, "no sensor to capture") }
        let folder = device.folder
        guard folder.has("buffer/enable"), folder.has("scan_elements") else {
            throw IIOError(.lost, "\(folder.path): has no buffer")
        }
        self.device = device
        self.sensors = sensors
        // What is being captured cannot be changed.
        try folder.set("buffer/enable", "0")
        var names = sensors.flatMap { sensor in Sensor.axes.map { "in_\(sensor.quantity.rawValue)_\($0)" } }
        if folder.has("scan_elements/\(Self.timestamp)_en") { names.append(Self.timestamp) }
        layout = ScanLayout(try Self.channels(names, in: folder))
        try folder.set("buffer/length", Self.length.description)
        // What it is measured by otherwise may not be known here; a driver may refuse.
        try? folder.set("current_timestamp_clock", "realtime")
        clock = try folder.text("current_timestamp_clock") ?? "realtime"
        try folder.set("buffer/enable", "1")
        let path = "\(devices)/\(device.identifier)"
        do throws(SystemError) {
            file = OwnedDescriptor(try SystemFile.open(path, O_RDONLY | O_NONBLOCK))
        } catch {
            try? folder.set("buffer/enable", "0")
            throw IIOError(error, at: path)
        }
    }

    deinit { try? device.folder.set("buffer/enable", "0") }

    /// Switches the wanted channels on and all others off, and reads how they lie in a record.
    private static func channels(
        _ wanted: [String],
        in folder: AttributeFolder
    ) throws(IIOError) -> [ScanLayout.Channel] {
        var channels: [ScanLayout.Channel] = []
        for file in Directory.names(in: "\(folder.path)/scan_elements") where file.hasSuffix("_en") {
            let name = String(file.dropLast(3))
            let isWanted = wanted.contains(name)
            try folder.set("scan_elements/\(file)", isWanted ? "1" : "0")
            // A driver may refuse to switch one off that comes with others.
            guard try folder.text("scan_elements/\(file)") != "0" else { continue }
            let (place, type) = ("scan_elements/\(name)_index", "scan_elements/\(name)_type")
            guard let index = try folder.number(place), let text = try folder.text(type) else {
                throw IIOError(.broken, "\(folder.path)/\(place): not there beside \(file)")
            }
            let scanType = try ScanType(text, in: "\(folder.path)/\(type)")
            channels.append(ScanLayout.Channel(name: name, index: Int(index), type: scanType))
        }
        for name in wanted where !channels.contains(where: { $0.name == name }) {
            throw IIOError(.lost, "\(folder.path)/scan_elements: has no \(name)")
        }
        return channels
    }

    /// Readable when there are samples.
    public var descriptor: CInt { file.number }

    /// The samples that are there.
    ///
    /// - Throws: when the device has gone.
    public func read() throws(IIOError) -> [Sample] {
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try file.read(atMost: layout.size * Self.length)
        } catch {
            throw IIOError(error, at: device.identifier)
        }
        guard let bytes else { return [] }
        guard !bytes.isEmpty else {
            throw IIOError(
                .lost,
                "\(device.name) (\(device.identifier)): its buffer has ended; plug it in again"
            )
        }
        rest += bytes
        let now = (wall: WallClock.nanoseconds, monotonic: MonotonicClock.nanoseconds)
        var samples: [Sample] = []
        while rest.count >= layout.size {
            let record = Array(rest.prefix(layout.size))
            rest.removeFirst(layout.size)
            samples.append(sample(record, now))
        }
        return samples
    }

    private func sample(_ record: [UInt8], _ now: (wall: Int64, monotonic: Int64)) -> Sample {
        var vectors: [Quantity: SIMD3<Double>] = [:]
        for sensor in sensors {
            var raw = SIMD3<Double>()
            for (axis, letter) in Sensor.axes.enumerated() {
                raw[axis] = Double(layout.value("in_\(sensor.quantity.rawValue)_\(letter)", in: record) ?? 0)
            }
            vectors[sensor.quantity] = sensor.vector(raw)
        }
        return Sample(time: time(of: layout.value(Self.timestamp, in: record), now), vectors: vectors)
    }

    /// The kernel stamps by a clock of its own choice; what has no stamp came now, as what a driver has not stamped.
    private func time(of stamp: Int64?, _ now: (wall: Int64, monotonic: Int64)) -> Double {
        guard let stamp, stamp > 0 else { return Double(now.wall) / 1e9 }
        return switch clock {
        case "realtime", "realtime_coarse": Double(stamp) / 1e9
        case "monotonic", "monotonic_raw", "monotonic_coarse":
            Double(now.wall - now.monotonic + stamp) / 1e9
        default: Double(now.wall) / 1e9
        }
    }
}
