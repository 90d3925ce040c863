internal import Messages

/// What a subscription is on the node's thread: a filter, a handler, and how far its question for last values is.
final class Interest {
    /// Gives a message to the handler.
    ///
    /// - Throws: why the payload cannot be read.
    typealias Deliver = (Topic, Stamp, Span<UInt8>, _ lost: Int, _ arrival: Int64) throws(MessageError) ->
        Void

    let id: UInt64
    let filter: TopicFilter
    let wantsLastValues: Bool
    let deliver: Deliver
    private(set) var nonce = Interest.newNonce()
    /// Last values that have come since the question was asked.
    private var answers = 0
    /// Whether all earlier subscriptions of the socket are in force, and the last values are complete.
    private(set) var isInForce = false
    private var attempts = 0
    /// The first status of the bus that came while it was in force: by which start of the bus, and its sequence.
    private var firstStatus: BusRequests.Received.Position?

    init(id: UInt64, filter: TopicFilter, wantsLastValues: Bool, deliver: @escaping Deliver) {
        self.id = id
        self.filter = filter
        self.wantsLastValues = wantsLastValues
        self.deliver = deliver
    }

    /// What to subscribe to for the question.
    var question: [UInt8] {
        // No topic begins with an exclamation mark: the answer is the closing message alone.
        Array("~\(nonce)/".utf8) + (wantsLastValues ? filter.subscription : [UInt8(ascii: "!")])
    }

    /// Begins a new question, of another nonce.
    func renew() {
        nonce = Self.newNonce()
        answers = 0
        attempts = 0
    }

    /// Notes a last value.
    func countAnswer() { answers += 1 }

    /// Notes a status of the bus.
    func note(status: BusRequests.Received.Position) {
        guard isInForce, firstStatus?.publisher != status.publisher else { return }
        firstStatus = status
    }

    /// Whether it was in force when a publisher began, which the bus's status of that sequence was the first to tell.
    func saw(beginning status: UInt64, of bus: UInt64) -> Bool {
        guard let firstStatus else { return false }
        return firstStatus.publisher == bus && status > firstStatus.sequence
    }

    /// Takes the closing message.
    ///
    /// - Parameter count: how many last values the bus has sent.
    /// - Returns: whether to ask again, because some did not arrive.
    func close(count: Int) -> Bool {
        defer { answers = 0 }
        attempts += 1
        if answers < count, attempts < 10 {
            nonce = Self.newNonce()
            return true
        }
        isInForce = true
        return false
    }

    private static func newNonce() -> String {
        String(UInt64.random(in: .min ... .max), radix: 36)
    }
}
