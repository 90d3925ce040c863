/// Cuts a stream of bytes into sentences, whatever the chunks it comes in.
///
/// A sentence begins with `$` or `!`, is optionally preceded by a tag block (`\…\`), and ends with its checksum, so that
/// a missing line end does no harm. One without a checksum must be a whole line, and is only taken from a source that has
/// never sent a checksum. Anything else (binary protocols, comments, halves of sentences) is passed over and counted.
public struct SentenceSplitter: Sendable {
    private enum State: UInt8 {
        case searching, body, checksumHigh, checksumLow, tag, behindTag
    }

    /// The sentence that ``next(in:at:)`` has found last.
    public private(set) var sentence = SentenceFields()
    /// Sentences found, each with the right checksum or, from a source without checksums, none.
    public private(set) var sentences = 0
    /// Sentences and tag blocks whose checksum was wrong, cut off, or missing from a source that sends them.
    public private(set) var badChecksums = 0
    /// Bytes that belonged to no sentence, line ends apart.
    public private(set) var resynchronisedBytes = 0

    private var state = State.searching
    private var sum: UInt8 = 0
    private var given: UInt8 = 0
    private var isLineStart = true
    private var beganAtLineStart = true
    private var hasSeenChecksum = false
    private var pendingTagTime: Double?
    private var tag = TagBlock()

    /// Creates a splitter at the start of a stream.
    public init() {}

    /// Reads on until a sentence is complete.
    ///
    /// - Parameters:
    ///   - bytes: a chunk of the stream.
    ///   - index: where to read on in it; moved behind what was read.
    /// - Returns: whether ``sentence`` is a new sentence; `false` when the chunk is used up.
    public mutating func next(in bytes: Span<UInt8>, at index: inout Int) -> Bool {
        while index < bytes.count {
            if state == .body {
                if readBody(bytes, &index) { return true }
                continue
            }
            let byte = bytes[index]
            index += 1
            if step(byte) { return true }
        }
        return false
    }

    /// Reads plain characters of a sentence in a tight loop, up to the one that ends or breaks it.
    private mutating func readBody(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
        let begin = index
        let end = begin + min(bytes.count - begin, SentenceFields.maximumLength - sentence.length)
        // What turns a position in the chunk into one in the sentence.
        let shift = sentence.length - begin
        var sum = self.sum
        var count = sentence.count
        var position = begin
        do {
            var starts = sentence.starts.mutableSpan
            while position < end {
                let byte = bytes[position]
                // '-' to '[' are the letters, digits, signs and points that nearly all of a sentence is made of.
                if byte &- 0x2D >= 0x2F {
                    if byte == 0x2C {
                        if count < starts.count {
                            starts[count] = UInt16(truncatingIfNeeded: position + shift + 1)
                            count += 1
                        }
                    } else if !Self.isPlain(byte) {
                        break
                    }
                }
                position += 1
                sum ^= byte
            }
        }
        let length = position + shift
        do {
            var copy = sentence.bytes.mutableSpan
            for index in begin..<position { copy[index + shift] = bytes[index] }
        }
        var stop: UInt8?
        if position < bytes.count {
            stop = bytes[position]
            position += 1
        }
        self.sum = sum
        sentence.length = length
        sentence.count = count
        index = position
        guard let stop else { return false }
        return endBody(stop)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x24, 0x2A, 0x5C: false
        default: byte >= 0x20 && byte < 0x7F
        }
    }

    private mutating func endBody(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "*"):
            state = .checksumHigh
            return false
        case 0x0A, 0x0D:
            state = .searching
            isLineStart = true
            guard beganAtLineStart, !hasSeenChecksum, sentence.length > 0 else {
                // In the middle of a line it was never one.
                if beganAtLineStart { badChecksums += 1 } else { resynchronisedBytes += sentence.length + 1 }
                return false
            }
            return complete(verified: false)
        default:
            abandon()
            return step(byte)
        }
    }

    private mutating func step(_ byte: UInt8) -> Bool {
        switch state {
        case .searching, .behindTag:
            search(byte)
        case .checksumHigh:
            guard let digit = Self.hexadecimal(byte) else { return breakChecksum(byte) }
            given = digit << 4
            state = .checksumLow
        case .checksumLow:
            guard let digit = Self.hexadecimal(byte) else { return breakChecksum(byte) }
            state = .searching
            isLineStart = true
            guard given | digit == sum else {
                badChecksums += 1
                pendingTagTime = nil
                return false
            }
            hasSeenChecksum = true
            return complete(verified: true)
        case .tag:
            readTag(byte)
        case .body:
            break
        }
        return false
    }

    private mutating func search(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "$"), UInt8(ascii: "!"):
            if state != .behindTag { pendingTagTime = nil }
            sentence.begin(encapsulated: byte == UInt8(ascii: "!"))
            beganAtLineStart = isLineStart
            isLineStart = false
            sum = 0
            state = .body
        case UInt8(ascii: "\\"):
            tag = TagBlock()
            state = .tag
        case 0x0A, 0x0D:
            isLineStart = true
            state = .searching
        default:
            resynchronisedBytes += 1
            isLineStart = false
            state = .searching
        }
    }

    private mutating func readTag(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\\"):
            state = .behindTag
            pendingTagTime = tag.isValid ? tag.time : nil
            if !tag.isValid { badChecksums += 1 }
        case 0x20..<0x7F where byte != UInt8(ascii: "$") && byte != UInt8(ascii: "!") && tag.append(byte):
            break
        default:
            resynchronisedBytes += tag.count + 1
            state = .searching
            search(byte)
        }
    }

    private mutating func complete(verified: Bool) -> Bool {
        sentence.isVerified = verified
        sentence.tagTime = pendingTagTime
        pendingTagTime = nil
        sentences += 1
        return true
    }

    private mutating func breakChecksum(_ byte: UInt8) -> Bool {
        badChecksums += 1
        state = .searching
        search(byte)
        return false
    }

    private mutating func abandon() {
        resynchronisedBytes += sentence.length + 1
        pendingTagTime = nil
        state = .searching
    }

    static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
