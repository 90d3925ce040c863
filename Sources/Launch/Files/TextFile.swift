internal import Glibc
internal import Platform

/// Reads a file that a person wrote.
enum TextFile {
    /// The bytes of a file, one more than may be at most.
    ///
    /// - Throws: a finding that says why the file cannot be read.
    static func read(_ path: String) throws(Finding) -> [UInt8] {
        let location = SourceLocation(file: path)
        do throws(SystemError) {
            if Paths.isFolder(path) { throw SystemError(call: "read", code: EISDIR) }
            let descriptor = try SystemError.check("open") {
                open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
            }
            defer { close(descriptor) }
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while bytes.count <= YAMLDocument.maximumBytes {
                let count = try SystemError.check("read") {
                    buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
                }
                if count == 0 { break }
                bytes += buffer[..<count]
            }
            return bytes
        } catch {
            let isMissing = error.code == ENOENT
            throw Finding(
                at: location,
                "cannot be read: \(String(cString: strerror(error.code)))",
                advice: isMissing ? "check the path" : ""
            )
        }
    }
}
