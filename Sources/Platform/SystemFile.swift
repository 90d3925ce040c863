internal import CSystem
internal import Glibc

/// Files by their descriptors.
public enum SystemFile {
    /// Opens a file that no child process inherits.
    ///
    /// - Parameters:
    ///   - path: absolute or relative.
    ///   - flags: `O_RDONLY` and its like.
    ///   - mode: the permissions of a file that is created.
    /// - Returns: the descriptor, to be closed by the caller: see ``OwnedDescriptor``.
    /// - Throws: the path and `errno`.
    public static func open(_ path: String, _ flags: Int32, mode: UInt32 = 0o600) throws(SystemError) -> Int32
    {
        try SystemError.check("open \(path)") { csystem_open(path, flags, mode) }
    }
}
