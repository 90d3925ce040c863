internal import Glibc
internal import Platform

/// The file that a node's lines go to.
final class LineFile {
    private let file: OwnedDescriptor
    private var hasFailed = false

    /// Opens the file, or creates it; what is in it stays.
    ///
    /// - Throws: why it cannot be opened.
    init(_ path: String) throws(SystemError) {
        // A pipe that nobody reads would otherwise hold up the launcher, here or later.
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY
        file = OwnedDescriptor(try SystemFile.open(path, flags, mode: 0o644))
        var status = stat()
        try SystemError.check("look at \(path)") { fstat(file.number, &status) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError(call: "\(path) is no regular file", code: EINVAL)
        }
    }

    /// Writes a line.
    ///
    /// - Returns: why it could not be written, the first time.
    func add(_ line: [UInt8]) -> String? {
        var rest = (line + [UInt8(ascii: "\n")])[...]
        do throws(SystemError) {
            while !rest.isEmpty { rest = rest.dropFirst(try file.write(Array(rest))) }
            hasFailed = false
            return nil
        } catch {
            defer { hasFailed = true }
            return hasFailed ? nil : error.description
        }
    }
}
