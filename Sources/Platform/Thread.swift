internal import CSystem
internal import Glibc

/// Threads that may block, outside Swift's cooperative pool.
public enum Thread {
    /// Runs `body` once on a new detached thread with every signal blocked.
    ///
    /// - Parameters:
    ///   - name: shown by `ps -T`; the first 15 characters count.
    ///   - body: what to run.
    /// - Throws: when the system has no thread left.
    public static func start(named name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        final class Box {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        let box = Unmanaged.passRetained(Box(body))
        let status = csystem_thread_start(String(name.prefix(15)), box.toOpaque()) { pointer in
            guard let pointer else { return }
            Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
        }
        guard status == 0 else {
            box.release()
            throw SystemError(call: "pthread_create", code: status)
        }
    }

    /// What tells the calling thread from all others that are alive; asked for without a system call.
    public static var current: UInt { UInt(pthread_self()) }
}
