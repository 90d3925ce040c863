internal import Glibc
internal import Platform

/// The file of a store, which this process alone uses until the object ends.
///
/// The lock is on a file beside the store (`flock` on `<store>-lock`): it goes with the process however that ends. A
/// lock on the store itself would take SQLite's own with it when it is closed.
final class StoreFile {
    /// The store with all links resolved.
    let path: String

    private let lock: OwnedDescriptor
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
        self.path = path
        try Self.checkKind(path)
        lock = try Self.lock(path)
        do {
            identity = try Self.make(path)
        } catch {
            unlink(Self.lockPath(path))
            throw error
        }
    }

    /// Removes the lock beside a file that turns out to be no store.
    ///
    /// Only who has the lock may do so; who opened it meanwhile finds out and makes another.
    func abandon() { unlink(Self.lockPath(path)) }

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

    /// Makes sure that a store is a file, or nothing yet: a device, a pipe or a folder gets no lock beside it.
    private static func checkKind(_ path: String) throws(PinError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        throw PinError(.storeFailed, "\(path) is no file: give the store the path of one")
    }

    private static func lockPath(_ path: String) -> String { "\(path)-lock" }

    private static func lock(_ path: String) throws(PinError) -> OwnedDescriptor {
        while true {
            let file = try open(lockPath(path))
            guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
                let reason = errno == EWOULDBLOCK ? "another node uses this store" : Self.reason()
                throw PinError(.storeFailed, "\(path): \(reason)")
            }
            // Between opening and locking it another node may have removed it: then it locks nothing.
            let isThere = identity { stat(lockPath(path), &$0) } == identity { fstat(file.number, &$0) }
            if isThere { return file }
        }
    }

    /// Makes the file where it is missing; SQLite opens it later, so closing it here takes no lock of SQLite's.
    private static func make(_ path: String) throws(PinError) -> Identity {
        let file = try open(path)
        guard let identity = identity({ fstat(file.number, &$0) }) else {
            throw PinError(.storeFailed, "\(path): \(reason())")
        }
        return identity
    }

    private static func open(_ path: String) throws(PinError) -> OwnedDescriptor {
        do {
            return OwnedDescriptor(try SystemFile.open(path, O_RDWR | O_CREAT))
        } catch {
            throw PinError(.storeFailed, "cannot \(error)")
        }
    }

    private static func identity(_ read: (inout stat) -> CInt) -> Identity? {
        var status = stat()
        return read(&status) == 0 ? Identity(device: status.st_dev, node: status.st_ino) : nil
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
