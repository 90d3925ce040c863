internal import Glibc
public import Platform

/// Pipes with a name in a folder.
public enum NamedPipe {
    /// Opens a pipe for writing once somebody reads it.
    ///
    /// An ordinary open would wait on a thread of Swift's pool, of which there are as few as processors: the reader might
    /// be waiting for just that thread.
    public static func openForWriting(_ path: String) async throws -> OwnedDescriptor {
        while true {
            let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if descriptor >= 0 {
                _ = fcntl(descriptor, F_SETFL, O_WRONLY)
                return OwnedDescriptor(descriptor)
            }
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}
