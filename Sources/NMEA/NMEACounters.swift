/// What a decoder has counted since it was created.
public struct NMEACounters: Sendable, Equatable {
    /// Sentences with the right checksum, or none from a source that sends none.
    public var sentences = 0
    /// Those of them with the right checksum.
    public var verified = 0
    /// Sentences and tag blocks whose checksum was wrong, cut off, or missing from a source that sends them.
    public var badChecksums = 0
    /// Sentences of types that are not used, proprietary ones among them.
    public var skipped = 0
    /// Sentences of a known type with too few fields.
    public var malformed = 0
    /// Bytes that belonged to no sentence.
    public var resynchronisedBytes = 0
    /// Epochs, with a fix or without one.
    public var epochs = 0
    /// Fixes published.
    public var fixes = 0
    /// Headings published.
    public var headings = 0
    /// Views of the sky.
    public var skies = 0
    /// Sentences that came for an epoch that was published already.
    public var late = 0
    /// Fixes dropped because nothing said of which day they are.
    public var undated = 0
    /// Fixes dropped because they are in another datum than WGS 84.
    public var otherDatum = 0
    /// Epochs whose date was one or more rollovers of the GPS week too early, and was put right.
    public var rolledOver = 0

    /// Creates counters at 0.
    public init() {}
}
