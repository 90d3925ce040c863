internal import NMEA
internal import UBX

/// What the bytes behind a synchronisation byte turn out to be.
enum FrameCandidate {
    /// Nothing that begins so is a frame.
    case none
    /// More bytes are needed to tell.
    case incomplete
    /// A frame whose checksum is wrong.
    case damaged
    /// A whole frame of UBX.
    case ubx(FrameHeader)
    /// A whole frame of RTCM 3, of so many bytes.
    case correction(Int)

    /// Looks at the bytes from a position on.
    ///
    /// - Parameters:
    ///   - bytes: what came.
    ///   - start: where the synchronisation byte is.
    ///   - checksums: those of the same bytes.
    init(_ bytes: Span<UInt8>, at start: Int, _ checksums: inout RunningChecksums) {
        self =
            bytes[start] == FrameHeader.synchronisation.0
            ? Self.ubx(bytes, start, &checksums) : Self.rtcm(bytes, start, &checksums)
        if case .damaged = self { checksums.sawDamage() }
    }

    private static func ubx(
        _ bytes: Span<UInt8>,
        _ start: Int,
        _ checksums: inout RunningChecksums
    ) -> FrameCandidate {
        let count = bytes.count - start
        if count > 1, bytes[start + 1] != FrameHeader.synchronisation.1 { return .none }
        guard count >= FrameHeader.length else { return .incomplete }
        guard let header = FrameHeader(bytes, at: start) else { return .none }
        guard count >= header.frameLength else { return .incomplete }
        let end = start + header.frameLength - 2
        let sum = checksums.frame(bytes, in: start + 2..<end)
        return sum.a == bytes[end] && sum.b == bytes[end + 1] ? .ubx(header) : .damaged
    }

    /// RTCM 10403.3, section 4: 0xD3, six bits of zeros, ten of length, the payload, 24 of checksum.
    ///
    /// A payload begins with its message's number of twelve bits, 1001 to 4095; an empty one only fills.
    private static func rtcm(
        _ bytes: Span<UInt8>,
        _ start: Int,
        _ checksums: inout RunningChecksums
    ) -> FrameCandidate {
        let count = bytes.count - start
        if count > 1, bytes[start + 1] & 0xFC != 0 { return .none }
        guard count >= 3 else { return .incomplete }
        let length = Int(bytes[start + 1] & 0x03) << 8 | Int(bytes[start + 2])
        if length > 0 {
            guard count >= 5 else { return .incomplete }
            let number = Int(bytes[start + 3]) << 4 | Int(bytes[start + 4]) >> 4
            if length < 2 || number < 1001 { return .none }
        }
        guard count >= length + 6 else { return .incomplete }
        let end = start + 3 + length
        let given = UInt32(bytes[end]) << 16 | UInt32(bytes[end + 1]) << 8 | UInt32(bytes[end + 2])
        return checksums.correction(bytes, in: start..<end) == given ? .correction(length + 6) : .damaged
    }
}
