import Glibc
import IIO
import Platform
import TestSupport
import Testing

@Suite("Samples from a buffer", .timeLimit(.minutes(1)))
struct CaptureTests {
    private func fake() throws -> (FakeSensors, writer: OwnedDescriptor) {
        let fake = try FakeSensors()
        return (fake, try fake.addBuffered("iio:device0", clock: "monotonic"))
    }

    @Test(
        "Records become vectors with the kernel's stamps, also where one comes in pieces; the buffer ends with its owner"
    )
    func records() throws {
        let (fake, writer) = try fake()
        let sensor = try #require(try IIODevice.all(in: fake.root)[0].sensor(.magneticField))
        do {
            let capture = try BufferedCapture([sensor], devices: fake.devices)
            #expect(try fake.text("iio:device0", "buffer/enable") == "1")
            #expect(try fake.text("iio:device0", "scan_elements/in_magn_y_en") == "1")
            #expect(try fake.text("iio:device0", "scan_elements/in_temp_en") == "0")
            #expect(try fake.text("iio:device0", "current_timestamp_clock") == "realtime")
            #expect(try capture.read().isEmpty)
            let first = FakeSensors.record([100, -200, 300], 1_700_000_000_500_000_000)
            let second = FakeSensors.record([1, 2, 3], 1_700_000_000_510_000_000)
            try writer.write(first + second.prefix(5))
            let samples = try capture.read()
            #expect(samples.count == 1)
            #expect(samples[0].vectors == [.magneticField: [100, -200, 300]])
            #expect(samples[0].time == 1_700_000_000.5)
            try writer.write(Array(second.dropFirst(5)))
            let later = try capture.read().map(\.time)
            #expect(later.count == 1 && abs((later.first ?? 0) - 1_700_000_000.51) < 1e-6)
        }
        #expect(try fake.text("iio:device0", "buffer/enable") == "0")
    }

    @Test("A device without a buffer, or without a channel that is wanted, is no capture, and says so")
    func missing() throws {
        let (fake, writer) = try fake()
        _ = writer
        let sensor = try #require(try IIODevice.all(in: fake.root)[0].sensor(.magneticField))
        #expect(unlink("\(fake.root)/iio:device0/scan_elements/in_magn_z_en") == 0)
        var error = #expect(throws: IIOError.self) {
            _ = try BufferedCapture([sensor], devices: fake.devices)
        }
        #expect(error?.description.hasSuffix("scan_elements: has no in_magn_z") == true)
        #expect(unlink("\(fake.root)/iio:device0/buffer/enable") == 0)
        error = #expect(throws: IIOError.self) { _ = try BufferedCapture([sensor], devices: fake.devices) }
        #expect(error?.description.hasSuffix("iio:device0: has no buffer") == true)
    }

    @Test("What a driver has not stamped came when it was read")
    func unstamped() throws {
        let (fake, writer) = try fake()
        let sensor = try #require(try IIODevice.all(in: fake.root)[0].sensor(.magneticField))
        let capture = try BufferedCapture([sensor], devices: fake.devices)
        let before = WallClock.seconds
        for stamp: Int64 in [0, -5, .min] { try writer.write(FakeSensors.record([1, 2, 3], stamp)) }
        let times = try capture.read().map(\.time)
        #expect(times.count == 3)
        #expect(times.allSatisfy { (before...WallClock.seconds).contains($0) }, "\(times)")
    }
}
