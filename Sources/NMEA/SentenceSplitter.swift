/// Cuts a stream of bytes into sentences, whatever the chunks it comes in.
///
/// A sentence begins with `$` or `!`, is optionally preceded by a tag block (`\…\`), and ends with its checksum, so that
/// a missing line end does no harm. One without a checksum must be a whole line, and is only taken from a source that has
/// never sent a checksum. Anything else (binary protocols, comments, halves of sentences) is passed over and counted.
public struct SentenceSplitter: Sendable {
    private enum State: UInt8 {
        case searching, body, checksumHigh, checksumLow, tag, behindTag, commentStart, comment
    }

    /// The sentence that ``next(in:at:)`` has found last.
    public private(set) var sentence = SentenceFields()
    /// Sentences found, each with the right checksum or, from a source without checksums, none.
    public private(set) var sentences = 0
    /// Those of them with the right checksum.
    public private(set) var verified = 0
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

    private let stopsAtFrames: Bool
    private let skipsComments: Bool
    /// Whether a line end, or nothing, came last.
    private var isAfterLineEnd = true

    /// Creates a splitter at the start of a stream.
    ///
    /// - Parameter skipsComments: whether lines that begin with `#` are passed over, as in logs.
    public init(skipsComments: Bool = false) {
        stopsAtFrames = false
        self.skipsComments = skipsComments
    }

    /// Creates a splitter that stops in front of bytes that may begin a binary frame (``isSynchronisation(_:)``).
    package init(stoppingAtFrames stopsAtFrames: Bool, skipsComments: Bool) {
        self.stopsAtFrames = stopsAtFrames
        self.skipsComments = skipsComments
    }

    /// Whether UBX (0xB5) or RTCM 3 (0xD3) frames begin with a byte; no character of a sentence is one of them.
    package static func isSynchronisation(_ byte: UInt8) -> Bool { byte == 0xB5 || byte == 0xD3 }

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
                if stopsAtFrames, index < bytes.count, Self.isSynchronisation(bytes[index]) { return false }
                continue
            }
            let byte = bytes[index]
            if stopsAtFrames, Self.isSynchronisation(byte) { return false }
            index += 1
            if byte == 0x0A || byte == 0x0D, state == .searching {
                endLine()
            } else if step(byte) {
                return true
            }
        }
        return false
    }

    private mutating func endLine() {
        isLineStart = true
        isAfterLineEnd = true
        state = .searching
    }

    /// Reads plain characters of a sentence in a tight loop, up to the one that ends or breaks it.
    private mutating func readBody(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
        let begin = index
        let known = sentence.length
        // Bounds that the compiler sees need no checks.
        let rest = bytes.extracting(
            begin..<begin + min(bytes.count - begin, SentenceFields.maximumLength - known)
        )
        let length = SentenceBody.read(
            rest,
            into: &sentence.bytes,
            &sentence.starts,
            known: known,
            &sentence.count,
            &sum
        )
        sentence.length = known + length
        var position = begin + length
        var stop: UInt8?
        if position < bytes.count {
            let byte = bytes[position]
            if !stopsAtFrames || !Self.isSynchronisation(byte) {
                stop = byte
                position += 1
            }
        }
        index = position
        guard let stop else { return false }
        // Mostly the checksum is there already, and needs no state from byte to byte.
        if stop == UInt8(ascii: "*"), position + 1 < bytes.count,
            let high = Self.hexadecimal(bytes[position]), let low = Self.hexadecimal(bytes[position + 1])
        {
            index = position + 2
            return endChecksum(high << 4 | low)
        }
        return endBody(stop)
    }

    private mutating func endBody(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "*"):
            state = .checksumHigh
            return false
        case 0x0A, 0x0D:
            endLine()
            guard beganAtLineStart, !hasSeenChecksum, sentence.hasAddress else {
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
            return endChecksum(given | digit)
        case .tag:
            readTag(byte)
        case .commentStart:
            switch byte {
            case UInt8(ascii: "$"), UInt8(ascii: "!"), UInt8(ascii: "\\"):
                // No comment begins so: a byte more, or a damaged line end, does not take the sentence with it.
                resynchronisedBytes += 1
                isLineStart = false
                search(byte)
            case 0x0A, 0x0D: search(byte)
            default: state = .comment
            }
        case .comment:
            if byte == 0x0A || byte == 0x0D { search(byte) }
        case .body:
            break
        }
        return false
    }

    /// Ends a sentence whose checksum has been given.
    private mutating func endChecksum(_ given: UInt8) -> Bool {
        state = .searching
        isLineStart = true
        guard given == sum, sentence.hasAddress else {
            badChecksums += 1
            pendingTagTime = nil
            return false
        }
        hasSeenChecksum = true
        return complete(verified: true)
    }

    private mutating func search(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "$"), UInt8(ascii: "!"):
            if state != .behindTag { pendingTagTime = nil }
            sentence.begin(encapsulated: byte == UInt8(ascii: "!"))
            beganAtLineStart = isLineStart
            isLineStart = false
            isAfterLineEnd = false
            sum = 0
            state = .body
        case UInt8(ascii: "\\"):
            tag = TagBlock()
            isAfterLineEnd = false
            state = .tag
        case 0x0A, 0x0D: endLine()
        case UInt8(ascii: "#") where skipsComments && isAfterLineEnd:
            isAfterLineEnd = false
            state = .commentStart
        default:
            resynchronisedBytes += 1
            isLineStart = false
            isAfterLineEnd = false
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

    private mutating func complete(verified isVerified: Bool) -> Bool {
        sentence.isVerified = isVerified
        sentence.tagTime = pendingTagTime
        pendingTagTime = nil
        sentences += 1
        if isVerified { verified += 1 }
        return true
    }

    private mutating func breakChecksum(_ byte: UInt8) -> Bool {
        badChecksums += 1
        state = .searching
        search(byte)
        return false
    }

    /// Passes over a byte at which it stopped, and which begins no frame.
    package mutating func pass(_ byte: UInt8) {
        if state == .body { abandon() }
        _ = step(byte)
    }

    /// Gives up what was begun: a frame came in the middle of it.
    package mutating func interrupt() {
        switch state {
        case .body: abandon()
        case .checksumHigh, .checksumLow: badChecksums += 1
        case .tag: resynchronisedBytes += tag.count + 1
        case .searching, .behindTag, .commentStart, .comment: break
        }
        state = .searching
        pendingTagTime = nil
        isLineStart = true
        isAfterLineEnd = false
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
