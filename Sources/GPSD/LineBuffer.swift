/// Cuts a stream of bytes into lines, whatever the chunks it comes in.
struct LineBuffer: Sendable {
    /// The longest line that is kept; gpsd's own are at most 10 KiB.
    static let longest = 65_536

    /// Lines that were longer, and passed over.
    private(set) var tooLong = 0
    private var line: [UInt8] = []
    private var isTooLong = false

    /// Takes a chunk and hands on each line that it completes, without its end; empty ones are none.
    mutating func push(_ bytes: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
        for index in bytes.indices {
            let byte = bytes[index]
            guard byte == 0x0A || byte == 0x0D else {
                if line.count < Self.longest { line.append(byte) } else { isTooLong = true }
                continue
            }
            if isTooLong { tooLong += 1 } else if !line.isEmpty { body(line.span) }
            line.removeAll(keepingCapacity: true)
            isTooLong = false
        }
    }
}
