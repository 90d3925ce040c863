import Glibc
import Platform
import TestSupport

/// A folder that looks like the kernel's, with devices of a test's own.
final class FakeSensors {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var root: String { "\(folder.path)/sys" }
    var devices: String { "\(folder.path)/dev" }

    /// Adds a device with some attributes.
    func add(_ identifier: String, _ attributes: [String: String]) throws {
        for (name, text) in attributes { try set(identifier, name, text) }
    }

    func set(_ identifier: String, _ name: String, _ text: String) throws {
        let path = "\(root)/\(identifier)/\(name)"
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        try Directory.create("/\(parent)", mode: 0o700)
        let file = OwnedDescriptor(try SystemFile.open(path, O_WRONLY | O_CREAT | O_TRUNC))
        try file.write(Array("\(text)\n".utf8))
    }

    func text(_ identifier: String, _ name: String) throws -> String {
        let file = OwnedDescriptor(try SystemFile.open("\(root)/\(identifier)/\(name)", O_RDONLY))
        return String(decoding: try file.read(atMost: 4096) ?? [], as: UTF8.self)
    }

    /// Attributes of a sensor of three axes.
    static func axes(_ name: String, _ raw: (Int, Int, Int), scale: String = "1") -> [String: String] {
        [
            "in_\(name)_x_raw": "\(raw.0)", "in_\(name)_y_raw": "\(raw.1)", "in_\(name)_z_raw": "\(raw.2)",
            "in_\(name)_scale": scale,
        ]
    }
}
