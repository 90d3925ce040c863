/// The 32 bytes between a message's topic and its payload, little-endian.
public struct Stamp: Hashable, Sendable {
    /// What is special about a message; unknown bits are ignored.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The bits in the stamp.
        public let rawValue: UInt32

        /// Creates flags from the bits in a stamp.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// A last value that somebody asked for, not live.
        public static let lastValue = Flags(rawValue: 1)
        /// Stamped by the bus, because the publisher sent no stamp.
        public static let stampedByBus = Flags(rawValue: 2)
        /// An event, not to be kept as a last value.
        public static let event = Flags(rawValue: 4)
        /// The end of an answer of last values.
        public static let end = Flags(rawValue: 8)
    }

    /// The bytes of a stamp of this version.
    public static let size = 32
    /// The version of the contract that this module speaks.
    public static let version: UInt8 = 1

    /// Which sending socket it came from: random, below 2^53.
    public var publisher: UInt64
    /// The position among the publisher's messages on the topic, from 0.
    public var sequence: UInt64
    /// When it was published, Unix nanoseconds.
    public var published: Int64
    /// What is special about it.
    public var flags: Flags
    /// How the payload is written.
    public var encoding: Encoding

    /// Creates a stamp.
    public init(
        publisher: UInt64,
        sequence: UInt64,
        published: Int64,
        flags: Flags = [],
        encoding: Encoding = .json
    ) {
        self.publisher = publisher
        self.sequence = sequence
        self.published = published
        self.flags = flags
        self.encoding = encoding
    }
}
