internal import Glibc
internal import Messages
internal import Platform

/// A node's standing with the bus: hello, a sign of life each second, hello again after the bus has come back.
struct Membership {
    /// A request to send to the bus.
    struct Sign {
        let method: String
        let json: [UInt8]
    }

    private static let interval: Int64 = 1_000_000_000

    private let isMember: Bool
    private var hello: BusRequests.Hello
    private var told: BusRequests.Hello?
    private var state = Status.State.starting
    private var note: String?
    private(set) var isWelcome = false
    private var isConnected = false
    /// Why the bus will not have this node.
    private(set) var refusal: RequestError?
    private var isWaiting = false
    /// Whether the bus may have this node in its list: it has said so, or is about to answer.
    ///
    /// Who ends as soon as it has said hello, for a wrong parameter say, would keep its name taken otherwise.
    var isPerhapsKnown: Bool { isConnected && refusal == nil && (isWelcome || isWaiting) }
    /// When the next sign is due at the latest, monotonic nanoseconds.
    private(set) var nextSign: Int64
    var onRefusal: (@Sendable (RequestError) -> Void)?
    var onWelcome: (@Sendable () -> Void)?

    /// Whether what has been published is on its way: until it is, the node is not at work for others.
    var hasSent = false {
        didSet { if hasSent, !oldValue, isMember { nextSign = min(nextSign, MonotonicClock.nanoseconds) } }
    }

    var publishes: [String] = []
    /// The prefixes that are in force, or `nil` while some are not yet.
    var reads: [String]?
    var answers: [String] = []

    init(_ configuration: NodeConfiguration, publisher: UInt64) {
        isMember = configuration.isMember
        hello = BusRequests.Hello(name: configuration.name, pid: Int(getpid()))
        hello.publisher = publisher
        hello.provides = configuration.provides.isEmpty ? nil : configuration.provides
        nextSign = isMember ? MonotonicClock.nanoseconds : .max
    }

    mutating func connected() {
        isConnected = true
        isWaiting = false
        nextSign = isMember ? MonotonicClock.nanoseconds : .max
    }

    mutating func disconnected() {
        isConnected = false
        isWelcome = false
    }

    /// Changes where the node is in its life, and tells the bus soon.
    mutating func change(to state: Status.State, note: String?) {
        guard (state, note) != (self.state, self.note) else { return }
        self.state = state
        self.note = note
        if isMember { nextSign = MonotonicClock.nanoseconds }
    }

    var current: (state: Status.State, note: String?) { (state, note) }

    /// What is to be told to the bus now, if anything.
    mutating func due(at now: Int64) -> Sign? {
        guard isMember, isConnected, refusal == nil else {
            if nextSign <= now { nextSign = now + Self.interval }
            return nil
        }
        hello.publishes = publishes
        hello.reads = reads ?? told?.reads
        hello.answers = answers
        let isNews = !isWelcome || told.map { !Self.isSame($0, hello) } ?? true
        guard now >= nextSign || (isNews && isWelcome && !isWaiting) else { return nil }
        nextSign = now + Self.interval
        isWaiting = true
        if isNews {
            told = hello
            return sign("bus/hello", hello)
        }
        let told = state == .ready && !hasSent ? .starting : state
        return sign("bus/heartbeat", BusRequests.Heartbeat(name: hello.name, state: told, note: note))
    }

    /// Takes the bus's answer.
    mutating func take(_ result: Result<[UInt8], RequestError>, of method: String) {
        isWaiting = false
        switch result {
        case .success:
            if method == "bus/hello" {
                // The state travels with the heartbeat.
                nextSign = MonotonicClock.nanoseconds
                isWelcome = true
                onWelcome?()
            }
        case .failure(let error) where error.code == .unknownNode:
            isWelcome = false
            told = nil
            nextSign = MonotonicClock.nanoseconds
        case .failure(let error) where method == "bus/hello" && error.code != .timeout:
            refusal = error
            isWelcome = false
            onRefusal?(error)
        case .failure:
            isWelcome = false
        }
    }

    /// Notes that the bus does not let the node in.
    ///
    /// - Returns: whether somebody has been told.
    mutating func refuse(_ error: RequestError) -> Bool {
        refusal = error
        isWelcome = false
        guard let onRefusal else { return false }
        onRefusal(error)
        return true
    }

    private func sign(_ method: String, _ body: some Encodable) -> Sign {
        Sign(method: method, json: (try? JSON.encode(body)) ?? [])
    }

    private static func isSame(_ one: BusRequests.Hello, _ other: BusRequests.Hello) -> Bool {
        one.publishes == other.publishes && one.reads == other.reads && one.answers == other.answers
    }
}
