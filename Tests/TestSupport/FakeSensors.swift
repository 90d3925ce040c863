internal import Glibc
public import Platform

/// A folder that looks like the kernel's, with devices of a test's own.
public final class FakeSensors {
    /// Where they are.
    public let folder: TemporaryFolder

    /// Creates the folder without a device.
    public init() throws { folder = try TemporaryFolder() }

    /// What looks like `/sys/bus/iio/devices`.
    public var root: String { "\(folder.path)/sys" }
    /// What looks like `/dev`.
    public var devices: String { "\(folder.path)/dev" }

    /// Adds a device with some attributes.
    public func add(_ identifier: String, _ attributes: [String: String]) throws {
        for (name, text) in attributes { try set(identifier, name, text) }
    }

    /// Writes an attribute.
    public func set(_ identifier: String, _ name: String, _ text: String) throws {
        let path = "\(root)/\(identifier)/\(name)"
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        try Directory.create("/\(parent)", mode: 0o700)
        // Whoever reads meanwhile finds the old text or the new, as in the kernel's files.
        let file = OwnedDescriptor(try SystemFile.open("\(path).new", O_WRONLY | O_CREAT | O_TRUNC))
        try file.write(Array("\(text)\n".utf8))
        guard rename("\(path).new", path) == 0 else { throw SystemError(call: "rename", code: errno) }
    }

    /// What is in an attribute.
    public func text(_ identifier: String, _ name: String) throws -> String {
        let file = OwnedDescriptor(try SystemFile.open("\(root)/\(identifier)/\(name)", O_RDONLY))
        return String(decoding: try file.read(atMost: 4096) ?? [], as: UTF8.self)
    }

    /// Attributes of a sensor of three axes.
    public static func axes(_ name: String, _ raw: (Int, Int, Int), scale: String = "1") -> [String: String] {
        [
            "in_\(name)_x_raw": "\(raw.0)", "in_\(name)_y_raw": "\(raw.1)", "in_\(name)_z_raw": "\(raw.2)",
            "in_\(name)_scale": scale,
        ]
    }

    /// Adds a magnetometer with a buffer, and returns the end of the pipe, its character device, that a test writes to.
    public func addBuffered(_ identifier: String, clock: String) throws -> OwnedDescriptor {
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
        attributes["current_timestamp_clock"] = clock
        try add(identifier, attributes)
        try Directory.create(devices, mode: 0o700)
        let pipe = "\(devices)/\(identifier)"
        guard mkfifo(pipe, 0o600) == 0 else { throw SystemError(call: "mkfifo", code: errno) }
        return OwnedDescriptor(try SystemFile.open(pipe, O_RDWR | O_NONBLOCK))
    }

    /// A record of such a buffer.
    public static func record(_ values: [Int16], _ stamp: Int64) -> [UInt8] {
        var bytes = values.flatMap { value in withUnsafeBytes(of: value.littleEndian, Array.init) }
        while bytes.count % 8 != 0 { bytes.append(0xEE) }
        return bytes + withUnsafeBytes(of: stamp.littleEndian, Array.init)
    }
}
