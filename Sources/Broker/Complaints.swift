/// What the bus has refused, by reason; each thing is said once a minute, however often it happens.
struct Complaints {
    /// Why a connection, a message or a request was refused.
    enum Reason: String, CaseIterable {
        case unknownKey = "unknown key"
        case revokedKey = "revoked key"
        case brokenKey = "key whose file cannot be used"
        case noKey = "no key"
        case leftEarly = "left before it showed a key"
        case wrongBusKey = "wrong key of the bus"
        case unasked = "a key where none is asked for"
        case mayNotRead = "may not read"
        case mayNotPublish = "may not publish"
        case mayNotCall = "may not call"
        case notTaken = "message not taken"
        case noProtocol = "no ZMTP"
        case tooLarge = "too large"
        case silent = "silent"
        case tooMany = "too many connections"
        case wrongKind = "socket of the wrong kind"
        case noRequest = "no request"
        case noDescriptor = "no descriptor left"
        case tooManySubscriptions = "too many subscriptions"
        case longSubscription = "too long a subscription"
        case noQuestion = "no question"
        case noPlace = "place not its own"
    }

    private(set) var counts: [Reason: Int] = [:]
    private var told: [String: Int64] = [:]

    private static let interval: Int64 = 60_000_000_000
    private static let memory = 1000

    /// Counts something, and says whether it is to be told now: it has not been for a while, of the same one.
    mutating func add(_ reason: Reason, by whom: String, at now: Int64) -> Bool {
        counts[reason, default: 0] += 1
        let subject = "\(reason.rawValue) \(whom)"
        if let before = told[subject], now - before < Self.interval { return false }
        if told.count >= Self.memory {
            told = told.filter { now - $0.value < Self.interval }
            // A crowd of strangers is counted, but does not fill the log.
            guard told.count < Self.memory else { return false }
        }
        told[subject] = now
        return true
    }
}
