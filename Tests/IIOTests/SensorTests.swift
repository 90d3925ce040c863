import Glibc
import IIO
import Platform
import TestSupport
import Testing

@Suite("Sensors of the kernel", .timeLimit(.minutes(1)))
struct SensorTests {
    private func sensor(_ quantity: Quantity, _ attributes: [String: String]) throws -> Sensor? {
        let fake = try FakeSensors()
        try fake.add("iio:device0", attributes)
        return try #require(try IIODevice.all(in: fake.root).first).sensor(quantity)
    }

    private func near(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool {
        let d = a - b
        return (d * d).sum().squareRoot() < 1e-9
    }

    @Test("Offset, scale and unit: gauss become microtesla")
    func units() throws {
        let fake = try FakeSensors()
        var attributes = FakeSensors.axes("magn", (10, -20, 30), scale: "0.00146156")
        attributes["in_magn_x_offset"] = "-4"
        attributes["in_magn_offset"] = "100"
        attributes["in_magn_z_scale"] = "0.002"
        attributes["name"] = "lsm303dlhc_magn"
        try fake.add("iio:device0", attributes)
        let device = try #require(try IIODevice.all(in: fake.root).first)
        #expect(device.name == "lsm303dlhc_magn")
        let sensor = try #require(try device.sensor(.magneticField))
        #expect(near(try sensor.read(), [6 * 0.146156, 80 * 0.146156, 130 * 0.2]))
        #expect(try device.sensor(.acceleration) == nil)
        try fake.set("iio:device0", "in_magn_x_raw", "14")
        #expect(near(try sensor.read(), [10 * 0.146156, 80 * 0.146156, 130 * 0.2]))
    }

    @Test("Values that are processed already are taken as they are, but for the unit")
    func processed() throws {
        let fake = try FakeSensors()
        try fake.add(
            "iio:device0",
            [
                "in_magn_x_input": "0.2", "in_magn_y_input": "-0.1", "in_magn_z_input": "0.4",
                "in_magn_scale": "7",
            ]
        )
        let sensor = try #require(try IIODevice.all(in: fake.root)[0].sensor(.magneticField))
        #expect(near(try sensor.read(), [20, -10, 40]))
    }

    @Test("The matrix of the sensor goes before the device's, and one that is given before both")
    func precedence() throws {
        let fake = try FakeSensors()
        let attributes = FakeSensors.axes("accel", (1, 2, 3))
        try fake.add("iio:device0", attributes)
        func read(_ mount: MountMatrix? = nil) throws -> SIMD3<Double> {
            try #require(try IIODevice.all(in: fake.root)[0].sensor(.acceleration, mount: mount)).read()
        }
        #expect(try read() == [1, 2, 3])
        try fake.set("iio:device0", "mount_matrix", "-1, 0, 0; 0, -1, 0; 0, 0, 1")
        #expect(try read() == [-1, -2, 3])
        try fake.set("iio:device0", "in_mount_matrix", "0, 1, 0; 1, 0, 0; 0, 0, -1")
        #expect(try read() == [2, 1, -3])
        try fake.set("iio:device0", "in_accel_mount_matrix", "0, 0, 1; 0, 1, 0; -1, 0, 0")
        #expect(try read() == [3, 2, -1])
        #expect(try read(.identity) == [1, 2, 3])
        try fake.set("iio:device0", "in_accel_mount_matrix", "0, 0, 1; 0, 1, 0; -3, 0, 0")
        let error = #expect(throws: IIOError.self) { try read() }
        #expect(error?.description.contains("iio:device0/in_accel_mount_matrix: the mount matrix") == true)
    }

    @Test("Of the frequencies that a device has, the lowest is set that is not below what is asked for")
    func frequency() throws {
        let fake = try FakeSensors()
        var attributes = FakeSensors.axes("magn", (1, 2, 3))
        attributes["sampling_frequency"] = "10"
        attributes["sampling_frequency_available"] = "0.75 1.5 3 7.5 15 30 75"
        try fake.add("iio:device0", attributes)
        let device = try IIODevice.all(in: fake.root)[0]
        #expect(try device.sensor(.magneticField)?.frequency == 10)
        #expect(try device.setFrequency(20, of: .magneticField) == 30)
        #expect(try device.sensor(.magneticField)?.frequency == 30)
        #expect(try device.setFrequency(1000, of: .magneticField) == 75)
        try fake.set("iio:device0", "sampling_frequency_available", "[1.0 0.5 100.0]")
        #expect(try device.setFrequency(42.5, of: .magneticField) == 42.5)
    }

    @Test(
        "What makes no sense names the file",
        arguments: [
            ("in_magn_x_raw", "fast", "in_magn_x_raw: 'fast' is not a number"),
            ("in_magn_scale", "0", "in_magn_scale: a scale of 0 makes all values 0"),
            ("in_magn_offset", "nan", "in_magn_offset: 'nan' is not a number"),
        ]
    )
    func broken(name: String, text: String, why: String) throws {
        let fake = try FakeSensors()
        try fake.add("iio:device3", FakeSensors.axes("magn", (1, 2, 3)))
        try fake.set("iio:device3", name, text)
        let error = #expect(throws: IIOError.self) {
            try #require(try IIODevice.all(in: fake.root)[0].sensor(.magneticField)).read()
        }
        #expect(error?.code == .broken)
        #expect(error?.description.hasSuffix("iio:device3/\(why)") == true)
    }

    @Test("A sensor that goes away is told as lost")
    func gone() throws {
        let fake = try FakeSensors()
        try fake.add("iio:device0", FakeSensors.axes("magn", (1, 2, 3)))
        let sensor = try #require(try IIODevice.all(in: fake.root)[0].sensor(.magneticField))
        #expect(unlink("\(fake.root)/iio:device0/in_magn_y_raw") == 0)
        let error = #expect(throws: IIOError.self) { try sensor.read() }
        #expect(error?.code == .lost)
    }

    @Test("Devices are found in the order of their numbers; nothing where there is no such folder")
    func order() throws {
        let fake = try FakeSensors()
        for number in [10, 2, 0] { try fake.add("iio:device\(number)", ["name": "n\(number)"]) }
        try fake.add("trigger0", ["name": "t"])
        #expect(try IIODevice.all(in: fake.root).map(\.name) == ["n0", "n2", "n10"])
        #expect(try IIODevice.all(in: "/nowhere").isEmpty)
    }
}
