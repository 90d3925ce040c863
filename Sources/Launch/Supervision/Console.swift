internal import Glibc
internal import Platform
internal import Text

/// Writes lines to standard output and standard error, whole ones only, and never waits for who reads them.
///
/// Lines keep their order over both streams. Each is one write of at most `PIPE_BUF` bytes.
struct Console {
    /// The most bytes of a node's line, so that it is one write with prefix, colours and end.
    static let lineLimit = 3_900
    /// How much may wait before nodes are made to wait.
    static let highWater = 1 << 18

    private let output: CInt
    private let error: CInt
    private let colours: [String: String]
    private let isTerminal: (output: Bool, error: Bool)
    private let isColoured: (output: Bool, error: Bool)
    private let isStamped: Bool
    private var queue: [(bytes: [UInt8], stream: CInt)] = []
    private var head = 0
    private var closed: Set<CInt> = []
    private(set) var waitingBytes = 0

    init(
        nodes: [String],
        isStamped: Bool = false,
        output: CInt = STDOUT_FILENO,
        error: CInt = STDERR_FILENO
    ) {
        self.isStamped = isStamped
        self.output = output
        self.error = error
        let palette = ["36", "33", "32", "35", "34", "96", "93", "92", "95", "94"]
        colours = Dictionary(nodes.enumerated().map { ($1, palette[$0 % palette.count]) }) { first, _ in first
        }
        let wantsColour = (Environment["NO_COLOR"] ?? "").isEmpty && Environment["TERM"] != "dumb"
        isTerminal = (isatty(output) == 1, isatty(error) == 1)
        isColoured = (wantsColour && isTerminal.output, wantsColour && isTerminal.error)
    }

    var isEmpty: Bool { head == queue.count }

    /// The stream that the next line is for.
    var stream: CInt? { isEmpty ? nil : queue[head].stream }

    mutating func add(_ line: ConsoleLine) {
        let stream = line.source == .output ? output : error
        guard !closed.contains(stream) else { return }
        let isColoured = line.source == .output ? isColoured.output : isColoured.error
        var bytes: [UInt8] = isStamped ? Array(Self.time(WallClock.seconds).utf8) : []
        if line.source == .launcher {
            bytes += isColoured ? Array("\u{1B}[1m".utf8) + line.text + Array("\u{1B}[0m".utf8) : line.text
        } else {
            let prefix = "\(line.node) | "
            let isTerminal = line.source == .output ? isTerminal.output : isTerminal.error
            // Who reads a file or a pipe gets every byte.
            let text = isTerminal ? TerminalLine(line.text, keepsColours: isColoured).bytes : line.text
            let colour = isColoured ? colours[line.node] : nil
            bytes += Array((colour.map { "\u{1B}[\($0)m\(prefix)\u{1B}[0m" } ?? prefix).utf8) + text
        }
        bytes.append(UInt8(ascii: "\n"))
        waitingBytes += bytes.count
        queue.append((bytes, stream))
    }

    /// A time as `2026-11-30T08:39:28.123Z `.
    static func time(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded(.down)) % 1000
        let digits = String(milliseconds + 1000).dropFirst()
        return "\(UTC.text(seconds.rounded(.down)).dropLast()).\(digits)Z "
    }

    /// Writes the next lines, as many as one write takes whole; to be called when their stream takes bytes.
    mutating func writeNext() {
        guard !isEmpty else { return }
        let stream = queue[head].stream
        var bytes = queue[head].bytes
        var next = head + 1
        while next < queue.count, queue[next].stream == stream,
            bytes.count + queue[next].bytes.count <= Int(PIPE_BUF)
        {
            bytes += queue[next].bytes
            next += 1
        }
        let count = bytes.withUnsafeBytes { write(stream, $0.baseAddress, $0.count) }
        if count < 0 {
            if errno != EAGAIN && errno != EINTR { drop(stream) }
            return
        }
        waitingBytes -= count
        head = next
        if count < bytes.count {
            head -= 1
            queue[head].bytes = Array(bytes[count...])
        }
        if head == queue.count || head > 1024 {
            queue.removeFirst(head)
            head = 0
        }
    }

    /// Forgets a stream that nobody reads any more.
    mutating func drop(_ stream: CInt) {
        closed.insert(stream)
        queue = queue[head...].filter { $0.stream != stream }
        head = 0
        waitingBytes = queue.reduce(0) { $0 + $1.bytes.count }
    }
}
