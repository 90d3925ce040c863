internal import Glibc
internal import Platform

/// Reads a file that a person wrote.
enum TextFile {
    /// How long a pipe may say nothing, milliseconds: what writes to it may take its time.
    private static let patience: CInt = 10_000

    /// The bytes of a file, one more than may be at most.
    ///
    /// - Throws: a finding that says why the file cannot be read.
    static func read(_ path: String) throws(Finding) -> [UInt8] {
        let location = SourceLocation(file: path)
        do throws(SystemError) {
            if Paths.isFolder(path) { throw SystemError(call: "read", code: EISDIR) }
            let file = OwnedDescriptor(try SystemFile.open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK))
            var bytes: [UInt8] = []
            while bytes.count <= YAMLDocument.maximumBytes {
                guard let more = try file.read(atMost: 65_536) else {
                    var item = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
                    if poll(&item, 1, patience) == 0 { throw SystemError(call: "read", code: ETIMEDOUT) }
                    continue
                }
                if more.isEmpty { break }
                bytes += more
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
