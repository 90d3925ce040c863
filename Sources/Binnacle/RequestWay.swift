internal import ZeroMQ

/// The way of a node's requests to the bus, and of answers and of others' requests back.
///
/// It connects again by itself; used by the node's thread only.
protocol RequestWay: AnyObject {
    /// When there is something to do although nothing has come, monotonic nanoseconds.
    var deadline: Int64 { get }

    /// Takes part in a wait.
    func join(_ poller: inout Poller)
    /// Says before each wait what to wait for.
    func prepare(_ poller: inout Poller)
    /// Whether to call ``next()`` after a wait.
    func isReady(_ poller: borrowing Poller) -> Bool

    /// Returns what has come or happened next, or `nil` when that was all.
    func next() throws(ZMQError) -> RequestNews?
    /// Sends a message; returns whether it was taken, which it is not while nobody is there or too much waits.
    func send(_ parts: [[UInt8]]) -> Bool
    /// Lets what was taken be sent, for some milliseconds at most, and ends the connection.
    func finish(within milliseconds: Int)
}

/// What comes by a ``RequestWay``.
enum RequestNews {
    /// The bus is there.
    case connected
    /// The connection has ended.
    case disconnected
    /// The bus does not let the node in, or is none.
    case refused(Refusal)
    /// A message, in parts.
    case message([[UInt8]])

    /// How many parts of a message are kept: one more than any has.
    static let mostParts = 8
}
