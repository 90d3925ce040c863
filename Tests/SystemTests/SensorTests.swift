import Glibc
import Messages
import Platform
import Testing

@Suite("The kernel's sensors on the bus", .timeLimit(.minutes(3)))
struct SensorSystemTests {
    /// A magnetometer and, as another device of the same chip, an accelerometer with a gyroscope.
    private func sensors(_ scratch: Scratch) throws {
        let files = [
            "iio:device0/name": "other_accel", "iio:device0/in_accel_x_raw": "1",
            "iio:device0/in_accel_y_raw": "1",
            "iio:device0/in_accel_z_raw": "1",
            "iio:device1/name": "lsm9ds1_imu", "iio:device1/in_accel_x_raw": "0",
            "iio:device1/in_accel_y_raw": "0",
            "iio:device1/in_accel_z_raw": "1000", "iio:device1/in_accel_scale": "0.00980665",
            "iio:device1/in_anglvel_x_raw": "10", "iio:device1/in_anglvel_y_raw": "20",
            "iio:device1/in_anglvel_z_raw": "30", "iio:device1/in_anglvel_scale": "0.01",
            "iio:device2/name": "lsm9ds1_magn", "iio:device2/in_magn_x_raw": "100",
            "iio:device2/in_magn_y_raw": "200",
            "iio:device2/in_magn_z_raw": "-400", "iio:device2/in_magn_scale": "0.001",
            "iio:device2/in_magn_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1",
        ]
        for name in ["iio:device0", "iio:device1", "iio:device2"] { try scratch.folder("sys/\(name)") }
        for (name, text) in files { _ = try scratch.file("sys/\(name)", "\(text)\n") }
    }

    private func newest(_ topic: String, _ bus: Bus) async throws -> JSONValue {
        let echo = try await bus.run("topic", "echo", topic, "--json", "--count", "1", "--timeout", "10")
        let line = try #require(echo.lines.first, "\(echo.error)")
        let message = try JSONValue.parse(String(line))
        return try #require(message["payload"])
    }

    @Test(
        "field, acceleration and rate of turn come in the device's axes and units, and a sensor that was lost comes back"
    )
    func read() async throws {
        let bus = try await Bus()
        try sensors(bus.scratch)
        let sysfs = "\(bus.scratch.path)/sys"
        let plugin = try bus.start("run", "magnetometer", "source=iio:auto", "sysfs=\(sysfs)", "rate=100")
        try await plugin.until { $0.complained.contains("magnetometer: ready") }
        let field = try await newest("magnetic-field/magnetometer", bus)
        #expect([field["x"]?.number, field["y"]?.number, field["z"]?.number] == [20, -10, -40])
        let motion = try await newest("imu/magnetometer", bus)
        let acceleration = try #require(motion["acceleration"]?["z"]?.number)
        #expect(abs(acceleration - 9.80665) < 1e-9)
        #expect(abs(try #require(motion["rotationRate"]?["y"]?.number) - 0.2) < 1e-12)
        #expect(abs(try #require(field["time"]?.number) - WallClock.seconds) < 60)

        let watching = try bus.start("topic", "echo", "failure/magnetometer", "--json")
        try await watching.isListening(to: "failure/magnetometer", on: bus)
        #expect(rename("\(sysfs)/iio:device2", "\(bus.scratch.path)/unplugged") == 0)
        try await watching.until { $0.said.contains("device-lost") }
        #expect(try await watching.stop(SIGINT).status == .code(0))
        #expect(rename("\(bus.scratch.path)/unplugged", "\(sysfs)/iio:device7") == 0)
        try await plugin.until {
            $0.complained.ranges(of: "the magnetic field of lsm9ds1_magn").count == 2
        }
        _ = try await newest("magnetic-field/magnetometer", bus)
        #expect(try await plugin.stop(SIGINT).status == .code(0))
        try await bus.end()
    }

    @Test("a mount matrix that stretches is an error that ends it and names the file")
    func broken() async throws {
        let bus = try await Bus()
        try sensors(bus.scratch)
        let matrix = try bus.scratch.file(
            "sys/iio:device2/in_magn_mount_matrix",
            "2, 0, 0; 0, 1, 0; 0, 0, 1\n"
        )
        let plugin = try await bus.run(
            "run",
            "magnetometer",
            "source=iio:lsm9ds1_magn",
            "sysfs=\(bus.scratch.path)/sys"
        )
        #expect(plugin.status == .code(1))
        #expect(
            plugin.error.contains(
                "\(matrix): the mount matrix '2, 0, 0; 0, 1, 0; 0, 0, 1' has the determinant 2.0"
            )
        )
        let given = try await bus.run(
            "run",
            "magnetometer",
            "--name",
            "other",
            "source=iio:auto",
            "mount-matrix=1, 0, 0; 0, 0, 0; 0, 0, 1"
        )
        #expect(given.status != .code(0) && given.error.contains("has the determinant 0.0"), "\(given.error)")
        try await bus.end()
    }
}

extension Program {
    /// Waits until somebody is subscribed to a topic.
    fileprivate func isListening(to topic: String, on bus: Bus) async throws {
        while true {
            let answer = try await bus.run("call", "bus/listeners", "{\"topics\":[\"\(topic)\"]}")
            let listeners = try JSONValue.parse(answer.output.trimmed)["topics"]?[topic]
            if listeners?["count"]?.number ?? 0 > 0 { return }
        }
    }
}
