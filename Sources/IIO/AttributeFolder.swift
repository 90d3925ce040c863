internal import Glibc
internal import Platform

/// The folder of a device in sysfs: each attribute is a small file of text.
struct AttributeFolder: Hashable, Sendable {
    let path: String

    /// An attribute's text without its line end; `nil` where there is no such file.
    ///
    /// - Throws: when it is there and cannot be read.
    func text(_ name: String) throws(IIOError) -> String? {
        do throws(SystemError) {
            let file = OwnedDescriptor(try SystemFile.open("\(path)/\(name)", O_RDONLY))
            return String(decoding: try file.read(atMost: 4096) ?? [], as: UTF8.self).trimmingBlanks
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw IIOError(error, at: "\(path)/\(name)")
        }
    }

    /// A number; `nil` where there is no such file.
    ///
    /// - Throws: when it cannot be read, or is no number.
    func number(_ name: String) throws(IIOError) -> Double? {
        guard let text = try text(name) else { return nil }
        guard let value = Number.read(text) else {
            throw IIOError(.broken, "\(path)/\(name): '\(text)' is not a number")
        }
        return value
    }

    /// The first of some attributes that is there.
    func firstNumber(_ names: [String]) throws(IIOError) -> Double? {
        for name in names { if let value = try number(name) { return value } }
        return nil
    }

    /// Writes an attribute.
    ///
    /// - Throws: when that is not allowed or refused by the driver.
    func set(_ name: String, _ text: String) throws(IIOError) {
        do throws(SystemError) {
            let file = OwnedDescriptor(try SystemFile.open("\(path)/\(name)", O_WRONLY | O_TRUNC))
            try file.write(Array(text.utf8))
        } catch {
            throw IIOError(error, at: "\(path)/\(name)")
        }
    }

    func has(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }
}

extension IIOError {
    /// The failure of a system call at a file of a sensor.
    init(_ error: SystemError, at place: String) {
        let what = String(cString: strerror(error.code))
        let (code, advice): (Code, String) =
            switch error.code {
            case EACCES, EPERM: (.denied, "allow it with a udev rule, or run as a user who may")
            case ENODEV, ENXIO, ENOENT: (.lost, "the sensor has gone")
            case EIO, ETIMEDOUT, EREMOTEIO:
                (
                    .lost,
                    "the sensor does not answer its driver: check its wiring and supply, and what dmesg says"
                )
            case EBUSY: (.lost, "another program reads it: end that program")
            default: (.lost, "check the sensor and its driver, and what dmesg says")
            }
        self.init(code, "\(place): \(what); \(advice)", number: error.code)
    }
}
