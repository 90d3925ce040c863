import Glibc
import IIO
import Messages
import Platform
import TestSupport
import Testing

@testable import MagnetometerPlugin

@Suite("The kernel's sensors, read", .timeLimit(.minutes(2)))
struct SensorReaderTests {
    private func options(_ fake: FakeSensors) -> SensorOptions {
        var options = SensorOptions()
        (options.sysfs, options.devices) = (fake.root, fake.devices)
        return options
    }

    @Test("A buffer that gives nothing is told with what to do, and then its device is asked one by one")
    func mute() async throws {
        let fake = try FakeSensors()
        let writer = try fake.addBuffered("iio:device0", clock: "realtime")
        let sensors = try ReadSensors(options(fake))
        #expect(await sensors.next()?.opened?.contains("from its buffer") == true)
        let error = try #require(await sensors.next()?.failure)
        #expect(error.code == .silent)
        #expect(error.description.contains("its buffer gives no samples"), "\(error)")
        #expect(error.description.contains("capture=poll"), "\(error)")
        #expect(await sensors.next()?.isField == true)
        let recovered = await sensors.first { $0.recovered != nil }?.recovered
        #expect(recovered?.contains("asked one by one (its buffer gives nothing)") == true)
        sensors.stop()
        _ = writer
    }

    @Test("Where the buffer is insisted on, it is waited for, and what it gives then ends the failure")
    func insisted() async throws {
        let fake = try FakeSensors()
        let writer = try fake.addBuffered("iio:device0", clock: "realtime")
        var options = options(fake)
        options.capture = .buffer
        let sensors = try ReadSensors(options)
        #expect(await sensors.next()?.opened != nil)
        #expect(await sensors.next()?.failure?.code == .silent)
        // Nothing says that all is well before there is a sample.
        let feeding = Task {
            while !Task.isCancelled {
                try writer.write(FakeSensors.record([1, 2, 3], WallClock.nanoseconds))
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        #expect(await sensors.first { $0.failure == nil }?.isField == true)
        let recovered = await sensors.first { $0.recovered != nil }?.recovered
        #expect(recovered?.contains("from its buffer") == true)
        feeding.cancel()
        sensors.stop()
        _ = await feeding.result
    }

    @Test("A sensor that is set to measure never is a failure that says what to set, until it is set")
    func frequencyOfNothing() async throws {
        let fake = try FakeSensors()
        try fake.add("iio:device0", FakeSensors.axes("magn", (1, 2, 3)))
        try fake.set("iio:device0", "sampling_frequency", "0")
        let sensors = try ReadSensors(options(fake))
        let error = try #require(await sensors.next()?.failure)
        #expect(error.code == .silent)
        #expect(error.description.contains("its sampling_frequency is 0.0"), "\(error)")
        #expect(error.description.contains("rate=50"), "\(error)")
        try fake.set("iio:device0", "sampling_frequency", "20")
        #expect(await sensors.first { $0.failure == nil }?.isField == true)
        sensors.stop()
    }

    @Test("A file that cannot be read is a failure with advice, and no success between two tries")
    func unreadable() async throws {
        let fake = try FakeSensors()
        try fake.add("iio:device0", FakeSensors.axes("magn", (1, 2, 3)))
        let file = "\(fake.root)/iio:device0/in_magn_x_raw"
        #expect(unlink(file) == 0)
        // What is read at address 0 of a process gives EIO.
        #expect(symlink("/proc/self/mem", file) == 0)
        let sensors = try ReadSensors(options(fake))
        #expect(await sensors.next()?.opened != nil)
        for _ in 0..<3 {
            let error = try #require(await sensors.next()?.failure)
            #expect(error.number == EIO)
            #expect(
                error.description.contains("in_magn_x_raw") && error.description.contains("dmesg"),
                "\(error)"
            )
        }
        #expect(unlink(file) == 0)
        try fake.set("iio:device0", "in_magn_x_raw", "1")
        #expect(await sensors.first { $0.failure == nil }?.isField == true)
        #expect(await sensors.first { $0.recovered != nil } != nil)
        sensors.stop()
    }

    @Test("A sensor is asked no more often than it measures, nor than is wanted, each at its own pace")
    func pace() throws {
        let fake = try FakeSensors()
        try fake.add("iio:device0", FakeSensors.axes("magn", (1, 2, 3)))
        try fake.set("iio:device0", "sampling_frequency", "40")
        try fake.set("iio:device0", "sampling_frequency_available", "10 20 40 80")
        try fake.add("iio:device1", FakeSensors.axes("accel", (1, 2, 3)))
        try fake.add("iio:device1", FakeSensors.axes("anglvel", (1, 2, 3)))
        try fake.set("iio:device1", "in_accel_sampling_frequency", "200")
        var options = options(fake)
        func paces() throws -> [[Quantity]: Int64] {
            let polled = try SensorSession(options).polled
            return Dictionary(uniqueKeysWithValues: polled.map { ($0.sensors.map(\.quantity), $0.interval) })
        }
        // Of the gyroscope nobody knows: the magnetometer's pace will do.
        #expect(try paces() == [[.magneticField, .rotationRate]: 25_000_000, [.acceleration]: 5_000_000])
        options.rate = 500
        #expect(
            try paces() == [
                [.magneticField]: 12_500_000, [.acceleration, .rotationRate]: 2_000_000,
            ]
        )
        #expect(try fake.text("iio:device0", "sampling_frequency").hasPrefix("80"))
        options.rate = 30
        let interval = Int64(1e9 / 30)
        #expect(try paces() == [[.magneticField, .acceleration, .rotationRate]: interval])
        #expect(try fake.text("iio:device0", "sampling_frequency").hasPrefix("40"))
    }
}

/// A reader on its thread, and what it has told.
private final class ReadSensors {
    private let task: Task<Void, any Error>
    private var reports: AsyncStream<SensorReader.Report>.Iterator

    init(_ options: SensorOptions) throws {
        let (stream, continuation) = AsyncStream.makeStream(of: SensorReader.Report.self)
        let reader = try SensorReader(options) { continuation.yield($0) }
        reports = stream.makeAsyncIterator()
        task = Task {
            defer { continuation.finish() }
            try await reader.read()
        }
    }

    func next() async -> SensorReader.Report? { await reports.next(isolation: #isolation) }

    /// The first report that is as wanted; all before are passed over.
    func first(_ isWanted: (SensorReader.Report) -> Bool) async -> SensorReader.Report? {
        while let report = await next() { if isWanted(report) { return report } }
        return nil
    }

    func stop() { task.cancel() }
}

extension SensorReader.Report {
    fileprivate var opened: String? { if case .opened(let what) = self { what } else { nil } }
    fileprivate var recovered: String? { if case .recovered(let what) = self { what } else { nil } }
    fileprivate var failure: IIOError? { if case .failed(let error) = self { error } else { nil } }
    fileprivate var isField: Bool { if case .field = self { true } else { false } }
}
