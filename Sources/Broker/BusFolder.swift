internal import Glibc
internal import Platform

/// The folder of a bus of this machine, held by a lock as long as the value lives.
///
/// Two processes can bind one ipc path without an error, and the first is silently orphaned: the lock prevents it.
final class BusFolder {
    let path: String
    private let descriptor: OwnedDescriptor

    /// Creates the folder where it is missing, checks its owner and mode, and locks it.
    init(_ path: String) throws(BrokerError) {
        let isNew = try Self.prepare(path)
        self.path = path
        descriptor = try Self.lock(path, isNew: isNew)
        for file in Self.sockets.map({ "\(path)/\($0)" }) where !LocalListener.clear(file) {
            throw BrokerError(
                "\(file) is no socket that a bus has left: remove it, or name another with --address"
            )
        }
    }

    /// The files of the sockets in the folder.
    private static let sockets = ["publish", "subscribe", "request"]

    deinit {
        // Not when the folder was removed: what stands there now may be another bus's.
        if isInPlace {
            for name in Self.sockets { _ = LocalListener.clear("\(path)/\(name)") }
            unlink("\(path)/lock")
            if Self.read(descriptor).last == Self.created[...] { rmdir(path) }
        }
    }

    /// Whether the lock is still the file that stands in the folder.
    var isInPlace: Bool { Self.isSame(descriptor, "\(path)/lock") }

    private static func prepare(_ path: String) throws(BrokerError) -> Bool {
        let hasCreated: Bool
        var status = stat()
        do throws(SystemError) {
            hasCreated = try Directory.create(path, mode: 0o700)
            try SystemError.check("look at the folder \(path)") { lstat(path, &status) }
            if status.st_mode & S_IFMT == S_IFLNK, status.st_uid == geteuid() {
                // A link of another's may lead anywhere; one of our own was meant.
                try SystemError.check("look at the folder \(path)") { stat(path, &status) }
            }
        } catch {
            throw BrokerError("cannot \(error); name another with --address")
        }
        guard status.st_mode & S_IFMT != S_IFLNK else {
            throw BrokerError(
                "\(path) is a link that belongs to user \(status.st_uid), not to you; name another with --address"
            )
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw BrokerError("\(path) is not a folder; remove it or name another with --address")
        }
        guard status.st_uid == geteuid() else {
            throw BrokerError(
                "the folder \(path) belongs to user \(status.st_uid), not to you; name another with --address"
            )
        }
        guard status.st_mode & 0o077 == 0 else {
            throw BrokerError(
                "the folder \(path) is open to others (mode \(String(status.st_mode & 0o777, radix: 8))); "
                    + "run: chmod 700 \(path)"
            )
        }
        return hasCreated
    }

    /// The second line of a lock in a folder that a bus has created: whoever comes after a killed one removes it.
    private static let created = "created"

    private static func lock(_ path: String, isNew: Bool) throws(BrokerError) -> OwnedDescriptor {
        let file = "\(path)/lock"
        // An earlier bus may remove the file between our opening and locking it: then it is not the lock any more.
        for _ in 0..<100 {
            let descriptor: OwnedDescriptor
            do {
                descriptor = OwnedDescriptor(try SystemFile.open(file, O_RDWR | O_CREAT))
            } catch {
                throw BrokerError("cannot \(error)")
            }
            guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
                let owner = owner(descriptor)
                // Whoever was faster found the folder there already, and is the one that removes it now.
                if isNew { append(created, to: descriptor) }
                throw BrokerError(
                    "a bus is already at ipc://\(path)\(owner.map { " (process \($0))" } ?? ""); use it, or stop it first",
                    isOccupied: true
                )
            }
            if isSame(descriptor, file) {
                let hasCreated = isNew || read(descriptor).last == created[...]
                let text = "\(getpid())\n" + (hasCreated ? "\(created)\n" : "")
                ftruncate(descriptor.number, 0)
                _ = pwrite(descriptor.number, text, text.utf8.count, 0)
                return descriptor
            }
        }
        throw BrokerError("cannot lock \(file): it is replaced again and again")
    }

    /// The process that holds a lock; `nil` where it does not say so in time.
    ///
    /// Who has just taken it has not written its number yet, and that of one that was killed may stand there.
    private static func owner(_ descriptor: OwnedDescriptor) -> pid_t? {
        var owner: pid_t?
        for _ in 0..<100 {
            owner = read(descriptor).first.flatMap { pid_t($0) }
            if let owner, kill(owner, 0) == 0 || errno == EPERM { break }
            usleep(1000)
        }
        return owner
    }

    private static func append(_ line: String, to descriptor: OwnedDescriptor) {
        lseek(descriptor.number, 0, SEEK_END)
        // Where it cannot be written, an empty folder is left behind.
        _ = try? descriptor.write(Array("\(line)\n".utf8))
    }

    /// The lines of a lock: the process that holds it, and whether a bus has created the folder.
    private static func read(_ descriptor: OwnedDescriptor) -> [Substring] {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = pread(descriptor.number, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n")
    }

    private static func isSame(_ descriptor: OwnedDescriptor, _ path: String) -> Bool {
        var held = stat()
        var found = stat()
        return fstat(descriptor.number, &held) == 0 && stat(path, &found) == 0 && held.st_ino == found.st_ino
            && held.st_dev == found.st_dev
    }
}
