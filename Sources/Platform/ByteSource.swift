internal import Glibc

/// A file, a pipe or standard input, read in chunks by a thread that may wait.
public final class ByteSource: Sendable {
    /// The path, as it was given.
    public let path: String
    /// The number of bytes of an ordinary file; `nil` for what ends when its writer does.
    public let size: Int?
    /// When the content of an ordinary file was last changed, Unix seconds.
    public let modified: Double?

    private let descriptor: Int32
    // Standard input is not ours to close.
    private let owned: OwnedDescriptor?
    private let interruption: Interruption?

    /// Opens a file; `-` is standard input.
    ///
    /// - Parameters:
    ///   - path: absolute or relative; a named pipe that nobody writes to yet is waited for when it is read.
    ///   - interruption: ends a wait for bytes.
    /// - Throws: the path and `errno`.
    public init(_ path: String, interruption: Interruption? = nil) throws(SystemError) {
        self.path = path
        self.interruption = interruption
        // Opening a pipe would wait for its writer, and not hear of interruptions.
        owned =
            path == "-" ? nil : OwnedDescriptor(try SystemFile.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY))
        descriptor = owned?.number ?? STDIN_FILENO
        var status = stat()
        let isOrdinary = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        size = isOrdinary ? Int(status.st_size) : nil
        modified = isOrdinary ? Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) * 1e-9 : nil
    }

    /// Waits for bytes and returns those that are there, `count` at most; none at the end.
    ///
    /// - Throws: the path and `errno`; `ECANCELED` when it is interrupted.
    public func read(upTo count: Int = 65536) throws(SystemError) -> [UInt8] {
        while true {
            try wait()
            do throws(SystemError) {
                var length = 0
                var failure: SystemError?
                let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 1)) { buffer, initialized in
                    do throws(SystemError) {
                        length = try SystemError.check("read \(path)") {
                            Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                        }
                    } catch {
                        failure = error
                    }
                    initialized = length
                }
                if let failure { throw failure }
                return bytes
            } catch  where error.code == EAGAIN {
                continue
            }
        }
    }

    private func wait() throws(SystemError) {
        var items = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        if let interruption {
            items.append(pollfd(fd: interruption.descriptor, events: Int16(POLLIN), revents: 0))
        }
        try SystemError.check("poll \(path)") { poll(&items, nfds_t(items.count), -1) }
        if items.count > 1, items[1].revents != 0 { throw SystemError(call: "read \(path)", code: ECANCELED) }
    }
}
