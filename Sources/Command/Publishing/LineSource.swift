internal import Platform

/// The lines of standard input, waited for without holding up a thread of Swift's pool.
final class LineSource {
    /// The most bytes of a line: what the bus takes of a message.
    private static let longest = 16 << 20

    private let source: ByteSource
    private var pending: [UInt8] = []
    private var ready: ArraySlice<[UInt8]> = []
    private var isAtEnd = false

    /// Takes standard input.
    ///
    /// - Parameter interruption: ends a wait for input.
    /// - Throws: never for standard input, which is open already.
    init(interruption: Interruption) throws {
        source = try ByteSource("-", interruption: interruption)
    }

    /// The next line without its end; `nil` at the end of the input.
    ///
    /// - Throws: that it is too long, or why it cannot be read; `ECANCELED` when it is interrupted.
    func next() async throws -> [UInt8]? {
        while true {
            if let line = ready.popFirst() { return line }
            if isAtEnd { return nil }
            let bytes = try await read()
            isAtEnd = bytes.isEmpty
            take(bytes)
            guard pending.count <= Self.longest else {
                throw CommandError("a line of standard input has more than \(Self.longest) bytes")
            }
        }
    }

    private func take(_ bytes: [UInt8]) {
        var lines: [[UInt8]] = []
        for piece in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            lines.append(pending + piece)
            pending = []
        }
        pending += bytes[((bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)...]
        if bytes.isEmpty, !pending.isEmpty { (lines, pending) = ([pending], []) }
        ready = lines[...]
    }

    private func read() async throws -> [UInt8] {
        let source = source
        return try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<[UInt8], any Error>) in
            do {
                try Thread.start(named: "input") {
                    continuation.resume(with: Result { try source.read() })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
