public import NMEA

/// What a receiver's decoder has counted since it was created.
public struct ReceiverCounters: Sendable, Equatable {
    /// Sentences, and what became of them; epochs and what was published are those of all protocols.
    public var nmea = NMEACounters()
    /// Frames of UBX with the right checksum.
    public var frames = 0
    /// Frames of RTCM 3 with the right checksum, which are passed over.
    public var corrections = 0
    /// Frames with the wrong checksum, or cut off.
    public var badFrames = 0
    /// Frames of UBX of types that are not used.
    public var skippedFrames = 0
    /// Fixes of an epoch that another protocol of the same receiver has told.
    public var duplicates = 0

    /// What never came, because the system had no room for it: datagrams, or characters of a serial port.
    public var overruns = 0

    /// Creates counters at 0.
    public init() {}

    /// All counts with their names, in a fixed order.
    public var all: [(name: String, count: Int)] {
        [
            ("sentences", nmea.sentences), ("frames", frames), ("corrections", corrections),
            ("badChecksums", nmea.badChecksums + badFrames), ("malformed", nmea.malformed),
            ("skipped", nmea.skipped + skippedFrames), ("resynchronisedBytes", nmea.resynchronisedBytes),
            ("epochs", nmea.epochs), ("fixes", nmea.fixes), ("headings", nmea.headings),
            ("skies", nmea.skies),
            ("late", nmea.late), ("undated", nmea.undated), ("otherDatum", nmea.otherDatum),
            ("rolledOver", nmea.rolledOver), ("duplicates", duplicates), ("overruns", overruns),
        ]
    }

    /// Whether nothing that could be read has come.
    public var isEmpty: Bool { nmea.sentences == 0 && frames == 0 }

    /// Sentences and frames that were read.
    public var messages: Int { nmea.sentences + frames }
}
