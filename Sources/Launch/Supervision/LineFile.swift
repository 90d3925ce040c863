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
        file = OwnedDescriptor(try SystemFile.open(path, O_WRONLY | O_CREAT | O_APPEND, mode: 0o644))
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
