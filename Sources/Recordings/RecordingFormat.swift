internal import NMEA
internal import Receivers

/// What a recording is written in.
public enum RecordingFormat: String, Hashable, Sendable, CaseIterable {
    /// A table with a header of column names.
    case csv = "CSV"
    /// Sentences of NMEA 0183.
    case nmea = "NMEA 0183"
    /// Frames of UBX, alone or with sentences and RTCM 3 between them.
    case ubx = "UBX"

    /// The most bytes that are looked at to tell the format.
    static let longestLook = 8192

    /// Tells the format from the first bytes of a file, as soon as they show it.
    ///
    /// The first line that is a sentence or a header decides. Where neither is found, a line with a comma is taken for the
    /// header of a table whose columns nobody knows.
    /// - Parameters:
    ///   - bytes: the beginning of the file.
    ///   - isAll: whether nothing follows them.
    /// - Returns: `nil` if more bytes are needed.
    /// - Throws: that it is no format known.
    static func recognise(_ bytes: [UInt8], isAll: Bool) throws(RecordingError) -> RecordingFormat? {
        let isDecided = isAll || bytes.count >= longestLook
        if hasFrame(bytes) { return .ubx }
        var isTable = false
        for line in lines(bytes, withLast: isDecided) {
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            if isSentence(line) { return .nmea }
            isTable = isTable || isText(line) && line.contains(UInt8(ascii: ","))
            if CSVHeader.separator(of: String(decoding: line, as: UTF8.self)) != nil { return .csv }
            if isHeader(line) { return .csv }
        }
        guard isDecided else { return nil }
        if bytes.isEmpty { throw .nothing }
        if isTable { return .csv }
        let start = printable(String(decoding: bytes.prefix(24), as: UTF8.self))
        throw RecordingError(
            problem: "neither NMEA sentences, nor UBX, nor a CSV table: it begins with '\(start)'"
        )
    }

    /// Whether a line begins as sentences do: `$GPGGA,`, `!AIVDM,`, or a tag block before one of them.
    private static func isSentence(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first, isSentenceStart(first) else { return false }
        if first == UInt8(ascii: "\\") {
            guard let end = line.dropFirst().firstIndex(of: first), isText(line[..<end]) else { return false }
            return isSentence(line[(end + 1)...].drop { $0 == first })
        }
        let address = line.dropFirst().prefix { $0 != UInt8(ascii: ",") }
        let isAddress = address.allSatisfy { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        return isAddress && (3...10).contains(address.count) && address.endIndex < line.endIndex
    }

    /// Whether there is a binary frame with the right checksum.
    private static func hasFrame(_ bytes: [UInt8]) -> Bool {
        guard bytes.contains(0xB5) || bytes.contains(0xD3) else { return false }
        var demultiplexer = StreamDemultiplexer()
        var found = false
        demultiplexer.push(bytes.span, &found) { found, piece, _, _ in
            if case .sentence = piece { return }
            found = true
        }
        return found
    }

    private static func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
        var reader = CSVReader()
        var found = false
        func look(_ row: CSVRow) { found = found || CSVHeader.isHeader(row) }
        do throws(RecordingError) {
            try reader.read(Array(line).span, look)
            try reader.finish(look)
        } catch {
            return false
        }
        return found
    }

    private static func isText(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
    }

    /// The lines of the bytes; the last, which may go on, only where that is asked for.
    private static func lines(_ bytes: [UInt8], withLast: Bool) -> [ArraySlice<UInt8>] {
        let lines = bytes.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }
        return withLast ? lines : lines.dropLast()
    }
}
