import Glibc
import IIO
import Platform
import TestSupport
import Testing

@Suite("Samples from a buffer", .timeLimit(.minutes(1)))
struct CaptureTests {
    /// A magnetometer with a buffer, whose character device is a pipe that the test writes to.
    private func fake() throws -> (FakeSensors, writer: OwnedDescriptor) {
        let fake = try FakeSensors()
        var attributes = FakeSensors.axes("magn", (0, 0, 0), scale: "0.01")
        for (index, axis) in ["x", "y", "z"].enumerated() {
            attributes["scan_elements/in_magn_\(axis)_en"] = "0"
            attributes["scan_elements/in_magn_\(axis)_index"] = "\(index)"
            attributes["scan_elements/in_magn_\(axis)_type"] = "le:s16/16>>0"
        }
        attributes["scan_elements/in_temp_en"] = "1"
        attributes["scan_elements/in_temp_index"] = "3"
        attributes["scan_elements/in_temp_type"] = "le:s16/16>>0"
        attributes["scan_elements/in_timestamp_en"] = "0"
        attributes["scan_elements/in_timestamp_index"] = "4"
        attributes["scan_elements/in_timestamp_type"] = "le:s64/64>>0"
        attributes["buffer/enable"] = "0"
        attributes["buffer/length"] = "2"
        attributes["current_timestamp_clock"] = "monotonic"
        try fake.add("iio:device0", attributes)
        try Directory.create(fake.devices, mode: 0o700)
        let pipe = "\(fake.devices)/iio:device0"
        #expect(mkfifo(pipe, 0o600) == 0)
        return (fake, OwnedDescriptor(try SystemFile.open(pipe, O_RDWR | O_NONBLOCK)))
    }

    private func record(_ values: [Int16], _ stamp: Int64) -> [UInt8] {
        var bytes = values.flatMap { value in withUnsafeBytes(of: value.littleEndian, Array.init) }
        while bytes.count % 8 != 0 { bytes.append(0xEE) }
        return bytes + withUnsafeBytes(of: stamp.littleEndian, Array.init)
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
            let first = record([100, -200, 300], 1_700_000_000_500_000_000)
            let second = record([1, 2, 3], 1_700_000_000_510_000_000)
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
}
