/// One frame of ZMTP 3: flags, a size of one byte or eight, and a body.
///
/// Source: https://rfc.zeromq.org/spec/23, section "Framing".
public struct Frame: Hashable, Sendable {
    /// The bits of the first byte.
    enum Flag {
        static let more: UInt8 = 1
        static let long: UInt8 = 2
        static let command: UInt8 = 4
    }

    /// The longest head: flags and eight bytes of size.
    static let longestHead = 9

    /// Whether it is the protocol's own, and no part of a message.
    public let isCommand: Bool
    /// Whether another part of the same message follows.
    public let hasMore: Bool
    /// Where the body is, in the bytes it was read from.
    public let body: Range<Int>
    /// Where its head begins.
    public let start: Int

    /// Reads the frame at a position.
    ///
    /// - Parameters:
    ///   - bytes: what has come so far.
    ///   - start: where the frame begins.
    ///   - longest: the longest body that is taken, bytes.
    ///   - missing: set to how many bytes more are needed at least, where the frame is not complete.
    /// - Returns: `nil` where it is not complete.
    /// - Throws: what a peer that speaks ZMTP does not send.
    @inline(__always)
    static func read(
        _ bytes: UnsafeRawBufferPointer,
        at start: Int,
        longest: Int,
        missing: inout Int
    ) throws(ZMTPError) -> Frame? {
        let left = bytes.count - start
        guard left >= 2 else {
            missing = 2 - left
            return nil
        }
        let flags = bytes[start]
        guard flags & ~(Flag.more | Flag.long | Flag.command) == 0 else { throw .badFlags(flags) }
        var size = Int(bytes[start + 1])
        var head = 2
        if flags & Flag.long != 0 {
            head = longestHead
            guard left >= head else {
                missing = head - left
                return nil
            }
            let word = bytes.loadUnaligned(fromByteOffset: start + 1, as: UInt64.self)
            guard let exact = Int(exactly: UInt64(bigEndian: word)) else { throw .tooLong(Int.max) }
            size = exact
        }
        guard size <= longest else { throw .tooLong(size) }
        guard left - head >= size else {
            missing = size - (left - head)
            return nil
        }
        return Frame(
            isCommand: flags & Flag.command != 0,
            hasMore: flags & Flag.more != 0,
            body: start + head..<start + head + size,
            start: start
        )
    }

    /// The length of a frame that is known to be whole, its head included.
    static func length(at pointer: UnsafeRawPointer) -> Int {
        guard pointer.load(as: UInt8.self) & Flag.long != 0 else {
            return 2 + Int(pointer.load(fromByteOffset: 1, as: UInt8.self))
        }
        let size = UInt64(bigEndian: pointer.loadUnaligned(fromByteOffset: 1, as: UInt64.self))
        return longestHead + Int(truncatingIfNeeded: size)
    }

    /// Writes the head of a frame: two bytes, or ``longestHead`` where the body is longer than 255.
    static func writeHead(
        to target: UnsafeMutableRawPointer,
        size: Int,
        isCommand: Bool,
        hasMore: Bool = false
    ) {
        let flags = (isCommand ? Flag.command : 0) | (hasMore ? Flag.more : 0)
        if size <= 255 {
            target.storeBytes(of: flags, as: UInt8.self)
            target.storeBytes(of: UInt8(truncatingIfNeeded: size), toByteOffset: 1, as: UInt8.self)
        } else {
            target.storeBytes(of: flags | Flag.long, as: UInt8.self)
            var length = UInt64(size).bigEndian
            (target + 1).copyMemory(from: &length, byteCount: 8)
        }
    }
}
