internal import Glibc

/// Folders of the file system.
public enum Directory {
    /// Creates a folder and those above it where they are missing.
    ///
    /// - Parameters:
    ///   - path: absolute or relative.
    ///   - mode: the permissions of the folders that are created.
    /// - Returns: whether the folder was created now; what was there before may be no folder.
    /// - Throws: which folder cannot be created, and `errno`.
    @discardableResult
    public static func create(_ path: String, mode: UInt32) throws(SystemError) -> Bool {
        if mkdir(path, mode) == 0 { return true }
        if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try create(String(path[..<slash]), mode: mode)
            if mkdir(path, mode) == 0 { return true }
        }
        let code = errno
        // A folder that is there may also be reported as one that could not be made, on a file system for reading say.
        guard code == EEXIST || access(path, F_OK) == 0 else {
            throw SystemError(call: "create the folder \(path)", code: code)
        }
        return false
    }
}

extension Directory {
    /// The names in a folder that do not begin with a dot, sorted; none where it cannot be read.
    public static func names(in path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
