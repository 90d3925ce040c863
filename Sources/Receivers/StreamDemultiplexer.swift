public import NMEA
public import UBX

/// Takes a stream apart into sentences of NMEA 0183, frames of UBX and frames of RTCM 3, mixed as they come.
///
/// Frames are told by their length and their checksum. Where a checksum is wrong, what follows the first byte is looked at
/// again, so that a damaged length swallows nothing, and a damaged byte costs no more than what it is in.
public struct StreamDemultiplexer: Sendable {
    /// What was found.
    public enum Piece: Sendable {
        /// A sentence, which is handed over beside this.
        case sentence
        /// A frame of UBX with the right checksum, and where its payload is.
        case frame(FrameHeader, payload: Range<Int>)
        /// A frame of RTCM 3 with the right checksum, and where it is: corrections, for others.
        case correction(Range<Int>)
    }

    /// Frames of UBX with the right checksum.
    public private(set) var frames = 0
    /// Frames of RTCM 3 with the right checksum.
    public private(set) var corrections = 0
    /// What began like a frame and had the wrong checksum, or was cut off.
    public private(set) var badFrames = 0

    private(set) var sentences: SentenceSplitter
    /// The beginning of what may be a frame.
    private var held: [UInt8] = []

    /// Creates a demultiplexer at the start of a stream.
    ///
    /// - Parameter skipsComments: whether lines that begin with `#` are passed over, as in logs.
    public init(skipsComments: Bool = false) {
        sentences = SentenceSplitter(stoppingAtFrames: true, skipsComments: skipsComments)
    }

    /// Takes a chunk of any size.
    ///
    /// - Parameters:
    ///   - bytes: what came.
    ///   - state: what is handed to `body`, to be changed by it.
    ///   - body: is handed each piece, the bytes that its ranges are of, and the sentence.
    public mutating func push<State>(
        _ bytes: Span<UInt8>,
        _ state: inout State,
        _ body: (inout State, Piece, Span<UInt8>, borrowing SentenceFields) -> Void
    ) {
        guard !held.isEmpty else {
            let rest = read(bytes, isAll: false, &state, body)
            for index in rest..<bytes.count { held.append(bytes[index]) }
            return
        }
        for index in bytes.indices { held.append(bytes[index]) }
        readHeld(isAll: false, &state, body)
    }

    /// Gives up waiting for the rest of a frame, and takes its bytes for what else they are: at the end, or after a silence.
    public mutating func release<State>(
        _ state: inout State,
        _ body: (inout State, Piece, Span<UInt8>, borrowing SentenceFields) -> Void
    ) {
        if !held.isEmpty { readHeld(isAll: true, &state, body) }
    }

    private mutating func readHeld<State>(
        isAll: Bool,
        _ state: inout State,
        _ body: (inout State, Piece, Span<UInt8>, borrowing SentenceFields) -> Void
    ) {
        var buffer: [UInt8] = []
        swap(&buffer, &held)
        let rest = read(buffer.span, isAll: isAll, &state, body)
        buffer.removeFirst(rest)
        swap(&buffer, &held)
    }

    /// Reads what can be told, and returns where the rest begins.
    private mutating func read<State>(
        _ bytes: Span<UInt8>,
        isAll: Bool,
        _ state: inout State,
        _ body: (inout State, Piece, Span<UInt8>, borrowing SentenceFields) -> Void
    ) -> Int {
        var index = 0
        var checksums = RunningChecksums()
        while true {
            while sentences.next(in: bytes, at: &index) {
                body(&state, .sentence, bytes, sentences.sentence)
            }
            guard index < bytes.count else { return index }
            switch FrameCandidate(bytes, at: index, &checksums) {
            case .ubx(let header):
                let start = index + FrameHeader.length
                frames += 1
                sentences.interrupt()
                index += header.frameLength
                body(
                    &state,
                    .frame(header, payload: start..<start + header.payloadLength),
                    bytes,
                    sentences.sentence
                )
            case .correction(let length):
                corrections += 1
                sentences.interrupt()
                index += length
                body(&state, .correction(index - length..<index), bytes, sentences.sentence)
            case .incomplete where !isAll:
                return index
            case .incomplete, .damaged:
                badFrames += 1
                sentences.pass(bytes[index])
                index += 1
            case .none:
                sentences.pass(bytes[index])
                index += 1
            }
        }
    }
}
