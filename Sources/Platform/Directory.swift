internal import Glibc

/// Folders of the file system.
public enum Directory {
    /// Creates a folder and those above it where they are missing.
    ///
    /// - Parameters:
    ///   - path: absolute or relative.
    ///   - mode: the permissions of the folders that are created.
    /// - Returns: whether the folder was created now.
    @discardableResult
    public static func create(_ path: String, mode: UInt32) -> Bool {
        if mkdir(path, mode) == 0 { return true }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return false }
        create(String(path[..<slash]), mode: mode)
        return mkdir(path, mode) == 0
    }
}
