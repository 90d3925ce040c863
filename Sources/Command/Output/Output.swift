internal import Glibc
internal import Platform
internal import Text

/// Whoever reads standard output has gone away.
struct ClosedPipe: Error {}

/// Standard output for data and standard error for talk.
///
/// Writes at once and whole lines, so that a reader down the pipe waits for nothing.
enum Output {
    /// Writes a line of data.
    ///
    /// - Throws: ``ClosedPipe`` when nobody reads any more, else why it cannot be written.
    static func line(_ text: String) throws { try write(Array((text + "\n").utf8), to: STDOUT_FILENO) }

    /// Writes data as it is.
    static func write(_ text: String) throws { try write(Array(text.utf8), to: STDOUT_FILENO) }

    /// Says something to who typed the command; when it cannot be said, there is nobody to tell.
    ///
    /// Peers may have said some of it: what a terminal would take for a command is left out.
    static func say(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let shown = lines.map { String($0).onOneLine }.joined(separator: "\n")
        try? write(Array((shown + "\n").utf8), to: STDERR_FILENO)
    }

    /// Writes all bytes to a descriptor, waiting where it is one that does not block.
    static func write(_ bytes: [UInt8], to descriptor: CInt) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
                continue
            }
            switch errno {
            case EINTR: continue
            case EPIPE: throw ClosedPipe()
            case EAGAIN:
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wait, 1, -1)
            default: throw SystemError(call: "write the output", code: errno)
            }
        }
    }
}
