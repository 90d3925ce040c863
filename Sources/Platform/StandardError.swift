internal import Glibc

/// Standard error, for what a person should read.
public enum StandardError {
    /// How many pieces of text nobody has taken.
    private static let missed = Lock(0)
    /// So many bytes a pipe that has room takes at once.
    private static let piece = Int(PIPE_BUF)

    /// Writes some text whole, so that lines of several threads do not mix.
    ///
    /// What cannot be written is dropped: there is nowhere left to say so.
    public static func write(_ text: String) { _ = write(text, within: -1) }

    /// Writes some text for which nothing is to be held up: a terminal may be stopped, and a pipe be read by nobody.
    ///
    /// - Parameters:
    ///   - text: whole lines. Where they have been left out, the next that are taken say how many.
    ///   - milliseconds: how long to wait for room, once; then not again until there is some.
    public static func offer(_ text: String, within milliseconds: CInt) {
        missed.withLock { missed in
            let patience = missed == 0 ? milliseconds : 0
            let apology = missed == 0 ? "" : "(nobody read here: \(missed) messages have been left out)\n"
            missed = write(apology + text, within: patience) ? 0 : missed + 1
        }
    }

    /// Writes some text, and waits for room so many milliseconds each time; for ever below 0.
    private static func write(_ text: String, within milliseconds: CInt) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = bytes[...]
            while let base = UnsafeBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
                if milliseconds >= 0, !hasRoom(within: milliseconds) { return false }
                let size = milliseconds < 0 ? rest.count : min(rest.count, piece)
                let count = Glibc.write(STDERR_FILENO, base, size)
                // One that has been closed will not be read later either.
                if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return true }
            }
            return true
        }
    }

    private static func hasRoom(within milliseconds: CInt) -> Bool {
        var item = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&item, 1, milliseconds) > 0
    }
}
