public import Keys
public import Messages

/// What can be chosen of a bus.
public struct BrokerConfiguration: Sendable {
    /// Where the bus takes anybody who can come there: its folder, or ports of this machine.
    public var addresses: [BusAddress]
    /// Where it takes who has a key.
    public var securedAddresses: [BusAddress] = []
    /// Where its keys are; needed for ``securedAddresses``.
    public var keys: KeyFolder?
    /// Whether an address without keys may be one that other machines can come to.
    public var isInsecure = false
    /// How many TCP connections there may be to each of publish, subscribe and request.
    public var maximumConnections = 1000
    /// How many connections there may be to each of publish, subscribe and request at folders.
    public var maximumLocalConnections = 10_000
    /// The longest topic, or beginning of topics, that is subscribed to, bytes: a whole topic and its bar.
    public let longestSubscription = Topic.longest + 1
    /// How many subscriptions a connection at a folder may have; there are no more topics than half as many.
    public var maximumSubscriptions = 20_000
    /// How many subscriptions all connections at folders may have together.
    public var maximumSubscriptionsInAll = 200_000
    /// How many messages may wait for one slow subscriber before the bus drops what comes for it.
    public var subscriberQueue: Int32 = 20_000
    /// How many bytes may wait for one slow subscriber of this machine; a single message may be longer.
    public var subscriberQueueBytes = 32 << 20
    /// The largest part that is taken in, bytes; who sends more is disconnected.
    public var maximumPartSize: Int64 = 16 << 20
    /// How many nodes there may be.
    public var maximumNodes = 1000
    /// How many milliseconds a node may be silent before it is gone.
    public var silence: Int64 = 2500
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
        addresses = [address]
    }
}
