/// What can be chosen of a socket before it is bound or connected.
public struct SocketOptions: Hashable, Sendable {
    /// How many outgoing messages may wait for one peer.
    public var sendHighWaterMark: Int32 = 1000
    /// How many incoming messages of one peer may wait.
    public var receiveHighWaterMark: Int32 = 1000
    /// How many milliseconds unsent messages outlive the socket.
    public var linger: Int32 = 0
    /// The largest part that a peer may send, bytes, or `nil` for any; a peer that sends more is disconnected.
    public var maximumPartSize: Int64?
    /// Whether messages are handed to completed connections only, so that none waits for a peer that is not there.
    public var immediate = false
    /// Whether a router says so when a peer is not there, instead of dropping the message.
    public var mandatory = false
    /// Whether an XPUB hears of every subscription and its end, not of each first and last one only.
    public var verbose = false
    /// Whether a TCP peer that is silent for three seconds counts as gone.
    public var heartbeat = true
    /// How many milliseconds pass before a connection that was lost is tried again, with as many more by chance.
    public var reconnectInterval: Int32 = 100
    /// The keys of a socket that connects, or `nil` where none are asked for.
    public var curve: CurveClient?

    /// Creates libzmq's own choices, but no linger.
    public init() {}
}
