internal import Glibc

/// The file of a store, which this process alone uses until the object ends.
///
/// The lock is on a file beside the store (`flock` on `<store>-lock`): it goes with the process however that ends. A
/// lock on the store itself would take SQLite's own with it when it is closed.
final class StoreFile {
    /// The store with all links resolved.
    let path: String

    private let lock: CInt
    private let identity: Identity

    private struct Identity: Equatable {
        var device: dev_t
        var node: ino_t
    }

    /// Locks a store, and makes its file, readable by its owner only, when it is not there.
    ///
    /// - Throws: when another process has the store, or the file cannot be written.
    init(_ path: String) throws(PinError) {
        let path = try Self.resolve(path)
        let lock = try Self.lock(path)
        do throws(PinError) {
            identity = try Self.make(path)
        } catch {
            close(lock)
            throw error
        }
        self.path = path
        self.lock = lock
    }

    deinit { close(lock) }

    /// Makes sure that what is written still goes to the file of that name.
    ///
    /// - Throws: when the file was removed or replaced, so that its pins would be gone at the next start.
    func check() throws(PinError) {
        guard Self.identity({ stat(path, &$0) }) == identity else {
            throw PinError(.storeFailed, "\(path) was removed or replaced while in use: restart the node")
        }
    }

    /// The path without links, also of a file that is not there yet.
    private static func resolve(_ path: String) throws(PinError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0), !path.hasSuffix("/") else {
            throw PinError(.storeFailed, "'\(path)' is no path of a file")
        }
        if let resolved = absolute(path) { return resolved }
        let slash = path.lastIndex(of: "/")
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        let folder = slash.map { path[...$0] } ?? "."
        guard let resolved = absolute(String(folder)) else {
            throw PinError(.storeFailed, "\(path): its folder: \(reason())")
        }
        return resolved == "/" ? "/\(name)" : "\(resolved)/\(name)"
    }

    private static func absolute(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func lock(_ path: String) throws(PinError) -> CInt {
        let file = try open("\(path)-lock")
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno == EWOULDBLOCK ? "another node uses this store" : Self.reason()
            close(file)
            throw PinError(.storeFailed, "\(path): \(reason)")
        }
        return file
    }

    private static func make(_ path: String) throws(PinError) -> Identity {
        let file = try open(path)
        defer { close(file) }
        guard let identity = identity({ fstat(file, &$0) }) else {
            throw PinError(.storeFailed, "\(path): \(reason())")
        }
        return identity
    }

    private static func open(_ path: String) throws(PinError) -> CInt {
        let file = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw PinError(.storeFailed, "\(path): \(reason())") }
        return file
    }

    private static func identity(_ read: (inout stat) -> CInt) -> Identity? {
        var status = stat()
        return read(&status) == 0 ? Identity(device: status.st_dev, node: status.st_ino) : nil
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
