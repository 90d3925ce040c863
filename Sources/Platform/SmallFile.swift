internal import Glibc

/// Files of a few kilobytes, read and written whole.
public enum SmallFile {
    /// Reads a file of at most so many bytes.
    /// - Throws: the path and `errno`; `EFBIG` for a larger file.
    public static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let file = OwnedDescriptor(try SystemFile.open(path, O_RDONLY))
        var bytes: [UInt8] = []
        while let more = try file.read(atMost: 65_536), !more.isEmpty {
            bytes += more
            guard bytes.count <= limit else { throw SystemError(call: "read \(path)", code: EFBIG) }
        }
        return bytes
    }

    /// Writes a file beside a path, has it on the disk, and puts it in its place.
    ///
    /// Who reads the path finds the old content or the new, whatever happens meanwhile.
    /// - Throws: the path and `errno`.
    public static func replace(_ path: String, by bytes: [UInt8]) throws(SystemError) {
        let draft = path + ".new"
        let file = OwnedDescriptor(try SystemFile.open(draft, O_WRONLY | O_CREAT | O_TRUNC))
        var rest = bytes
        while !rest.isEmpty { rest.removeFirst(try file.write(rest)) }
        try SystemError.check("write \(draft)") { fsync(file.number) }
        try SystemError.check("rename \(draft)") { rename(draft, path) }
    }
}
