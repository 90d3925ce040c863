internal import Glibc

/// Standard error, for what a person should read.
public enum StandardError {
    /// Writes some text whole, so that lines of several threads do not mix.
    ///
    /// What cannot be written is dropped: there is nowhere left to say so.
    public static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var rest = bytes[...]
            while let base = UnsafeBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
                let count = Glibc.write(STDERR_FILENO, base, rest.count)
                if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
            }
        }
    }
}
