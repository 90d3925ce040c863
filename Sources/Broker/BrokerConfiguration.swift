public import Messages

/// What can be chosen of a bus.
public struct BrokerConfiguration: Sendable {
    /// Where the bus is to be.
    public var address: BusAddress
    /// How many messages may wait for one slow subscriber before the bus drops what comes for it.
    public var subscriberQueue: Int32 = 20_000
    /// The largest part that is taken in, bytes; who sends more is disconnected.
    public var maximumPartSize: Int64 = 16 << 20
    /// How many topics there may be.
    public var maximumTopics = 10_000
    /// How many milliseconds the bus knows an erased topic when it needs the room for others.
    public var memoryOfErased: Int64 = 60_000
    /// The largest message that is kept as a last value, bytes.
    public var maximumKeptSize = 1 << 20
    /// The memory for all last values together, bytes.
    public var maximumKeptTotal = 256 << 20
    /// How many milliseconds readers have to come back before senders are let in.
    public var headStart = 300

    /// Creates the choices for a bus at an address.
    public init(address: BusAddress) {
        self.address = address
    }
}
