internal import Glibc
internal import Platform

/// How far a long recording has been read, on a terminal that shows nothing else.
struct DecodingProgress {
    /// Shorter files are read before anybody looks.
    private static let shortest = 8 << 20
    private static let interval = 0.25

    private let size: Int
    private let isShown: Bool
    private var read = 0
    private var last: Double?

    /// - Parameter size: of the file; `nil` for a pipe, whose end nobody knows.
    init(size: Int?) {
        self.size = size ?? 0
        isShown = self.size >= Self.shortest && isatty(STDERR_FILENO) == 1 && !Terminal.isOutput
    }

    /// Notes that more bytes were read.
    mutating func add(_ count: Int) {
        read += count
        guard isShown else { return }
        let now = MonotonicClock.seconds
        if let last, now - last < Self.interval { return }
        last = now
        StandardError.write("\r\(Self.text(read: read, of: size))")
    }

    /// Clears the line.
    func end() {
        if last != nil { StandardError.write("\r\u{1B}[K") }
    }

    static func text(read: Int, of size: Int) -> String {
        let percent = size > 0 ? min(100, read * 100 / size) : 0
        return "decoded \(percent) % of \(size >> 20) MB"
    }
}
