internal import Glibc
internal import Messages
internal import Platform

/// Files with secrets in them: read only where nobody else can, written so that they are there whole or not at all.
enum PrivateFile {
    /// A file of keys is a few hundred bytes.
    private static let longest = 65_536

    /// Reads a file that belongs to its user alone.
    ///
    /// - Throws: what is wrong with the file, and what to do.
    static func read(_ path: String) throws(KeyError) -> [UInt8] {
        var status = stat()
        var bytes: [UInt8] = []
        do throws(SystemError) {
            // A pipe would be waited for.
            let file = OwnedDescriptor(try SystemFile.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY))
            try SystemError.check("look at \(path)") { fstat(file.number, &status) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw SystemError(call: "read \(path)", code: EISDIR)
            }
            while bytes.count <= longest, let more = try file.read(atMost: longest), !more.isEmpty {
                bytes += more
            }
        } catch {
            throw KeyError("cannot \(error)")
        }
        try check(path, status, closing: "600")
        return bytes
    }

    /// Checks that a folder of keys is one, and that it belongs to this user alone.
    ///
    /// - Throws: what is wrong, and what to do.
    static func checkFolder(_ path: String) throws(KeyError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw KeyError("cannot \(SystemError(call: "look at the folder \(path)", code: errno))")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw KeyError("\(path) is not a folder") }
        try check(path, status, closing: "700")
    }

    private static func check(_ path: String, _ status: stat, closing mode: String) throws(KeyError) {
        guard status.st_uid == geteuid() || geteuid() == 0 else {
            throw KeyError("\(path) belongs to user \(status.st_uid), not to you")
        }
        guard status.st_mode & 0o077 == 0 else {
            let found = String(status.st_mode & 0o777, radix: 8)
            throw KeyError("\(path) is open to others (mode \(found)); run: chmod \(mode) \(path)")
        }
    }

    /// Writes a new file of mode 0600.
    ///
    /// - Throws: why it cannot be written; a file that is there stays as it is.
    static func create(_ path: String, _ object: JSONObject) throws(KeyError) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        // Names that begin with a dot are passed over by who reads the folder meanwhile.
        let draft = "\(path[..<slash])/.\(getpid()).new"
        do throws(SystemError) {
            unlink(draft)
            let file = OwnedDescriptor(try SystemFile.open(draft, O_CREAT | O_EXCL | O_WRONLY, mode: 0o600))
            defer { unlink(draft) }
            var rest = Array("\(JSONValue.object(object))\n".utf8)[...]
            while !rest.isEmpty { rest = rest.dropFirst(try file.write(Array(rest))) }
            try SystemError.check("write \(path)") { fsync(file.number) }
            // Unlike a renaming, a link does not take the place of what is there.
            try SystemError.check("create \(path)") { link(draft, path) }
        } catch {
            throw KeyError("cannot \(error)")
        }
    }
}
