/// Where the pieces of a message of one part are: `topic|stamp payload`.
///
/// Offsets into the bytes it was read from; nothing is copied.
public struct WireMessage: Hashable, Sendable {
    /// The most bytes of a nonce, which stands between `~` and `/` in front of the topic of an answer.
    public static let longestNonce = 64
    /// The most bytes in front of the bar.
    public static let longestHead = 255 + longestNonce + 2

    /// The nonce of an answer of last values, without `~` and `/`; `nil` for a live message.
    public let nonce: Range<Int>?
    /// The topic without nonce and bar; in the message that closes an answer, the prefix that was asked for.
    public let topic: Range<Int>
    /// A hash of the topic's bytes, as ``Topic/hash(of:)`` gives it.
    public let topicHash: UInt64
    /// The stamp.
    public let stamp: Stamp
    /// The payload; empty to erase the topic's last value.
    public let payload: Range<Int>

    /// Finds the pieces of a message.
    ///
    /// - Throws: which rule of the contract the bytes break.
    public init(_ bytes: Span<UInt8>) throws(WireError) {
        var head = Head()
        if !bytes.isEmpty, bytes[0] == .tilde { try head.readNonce(bytes) }
        try head.readTopic(bytes)
        var length = 0
        let stamp = try Stamp.read(bytes, at: head.topic.upperBound + 1, length: &length)
        let isClosing = head.nonce != nil && stamp.flags.contains(.end)
        if !isClosing, let offset = head.offence { throw .badTopic(offset: offset) }
        nonce = head.nonce
        topic = head.topic
        topicHash = head.hash
        self.stamp = stamp
        payload = head.topic.upperBound + 1 + length..<bytes.count
    }

    /// Whether it belongs to an answer of last values, which only the one who asked should read.
    public var isAnswer: Bool { nonce != nil }

    /// The topic as it is published, `~<nonce>/` included, without the bar.
    public var publishedTopic: Range<Int> {
        (nonce.map { $0.lowerBound - 1 } ?? topic.lowerBound)..<topic.upperBound
    }
}

extension WireMessage {
    /// What stands in front of the bar, as it is found.
    private struct Head {
        var nonce: Range<Int>?
        var topic = 0..<0
        var hash = Topic.hashSeed
        /// Where the topic is none but may still be a prefix of some.
        var offence: Int?

        mutating func readNonce(_ bytes: Span<UInt8>) throws(WireError) {
            var end = 1
            while end < bytes.count, Topic.isAllowed(bytes[end]) { end += 1 }
            guard end > 1, end <= longestNonce + 1, end < bytes.count, bytes[end] == .slash else {
                throw .badTopic(offset: min(end, longestNonce + 1))
            }
            nonce = 1..<end
        }

        mutating func readTopic(_ bytes: Span<UInt8>) throws(WireError) {
            let start = nonce.map { $0.upperBound + 1 } ?? 0
            let limit = min(bytes.count, start + 256)
            var index = start
            var (segments, segmentStart) = (1, start)
            while true {
                guard index < limit else { throw .noBar }
                let byte = bytes[index]
                if byte == .bar { break }
                if byte == .slash {
                    if index == segmentStart, offence == nil { offence = index }
                    segments &+= 1
                    segmentStart = index &+ 1
                } else if !Topic.isAllowed(byte) {
                    // The message that closes an answer repeats whatever was asked for.
                    guard nonce != nil else { throw .badTopic(offset: index) }
                    if offence == nil { offence = index }
                }
                hash = Topic.hash(hash, byte)
                index &+= 1
            }
            if offence == nil, index == segmentStart || segments < 2 { offence = index }
            topic = start..<index
        }
    }
}
