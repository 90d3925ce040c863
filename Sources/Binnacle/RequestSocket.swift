internal import Messages
internal import Platform
internal import ZeroMQ

/// A node's requests, in both directions: what it has asked and waits for, and what others ask of it.
final class RequestSocket {
    /// A request that somebody sent to this node.
    struct Incoming {
        /// By what the bus knows where the answer goes.
        let caller: [UInt8]
        let method: String
        let json: [UInt8]
    }

    private struct Waiting {
        let method: String
        var deadline: Int64
        /// Whether the connection ended by which it was sent.
        var isLost = false
        let completion: @Sendable (Result<[UInt8], RequestError>) -> Void
    }

    /// What has come, or has happened to the connection.
    enum News {
        case connected
        case disconnected
        case refused(Refusal)
        case request(Incoming)
    }

    let way: any RequestWay
    private let address: BusAddress
    private var waiting: [UInt64: Waiting] = [:]
    private var unsent: [[[UInt8]]] = []
    /// When to try again what is unsent, once the connection is there; monotonic nanoseconds.
    private var nextAttempt = Int64.max
    private static let pause: Int64 = 1_000_000
    private var count: UInt64 = 0
    private var isConnected = false
    private var wasConnected = false
    private let isMember: Bool
    /// Why the bus does not let the node in.
    private(set) var refusal: Refusal?
    private var refusals = 0
    /// After so many connections in a row that were cut off at once nobody waits for a better one.
    private static let mostRefusals = 3

    init(_ configuration: NodeConfiguration, by way: BusWay) throws(ZMQError) {
        address = configuration.address
        self.way =
            switch way {
            case .local(_, _, let path): LocalRequestWay(to: path, of: configuration.address)
            case .network(let context): try NetworkRequestWay(configuration, in: context)
            }
        isMember = configuration.isMember
    }

    /// When there is something to do although nothing has come, monotonic nanoseconds: a request runs out of time,
    /// what was not taken is tried again, the way has something to do.
    var nextDeadline: Int64 { min(nextExpiry, isConnected ? nextAttempt : .max, way.deadline) }

    private var nextExpiry: Int64 { waiting.values.lazy.map(\.deadline).min() ?? .max }

    func send(
        _ method: String,
        _ json: [UInt8],
        deadline: Int64,
        completion: @escaping @Sendable (Result<[UInt8], RequestError>) -> Void
    ) {
        if let refusal, !refusal.isTriedAgain {
            completion(.failure(RequestError(code: .refused, message: refusal.message)))
            return
        }
        count &+= 1
        waiting[count] = Waiting(method: method, deadline: deadline, completion: completion)
        transmit([Self.part(of: count), [], Array(method.utf8), json])
    }

    /// Sends a request whose answer nobody waits for.
    func post(_ method: String, _ json: [UInt8]) {
        transmit([[0], [], Array(method.utf8), json])
    }

    func reply(to caller: [UInt8], _ answer: [UInt8]) {
        transmit([[], caller, answer])
    }

    /// Returns what has come or happened next, after having passed answers to who waits for them.
    func next() throws(ZMQError) -> News? {
        while let news = try way.next() {
            switch news {
            case .connected:
                connected()
                return .connected
            case .disconnected:
                disconnected()
                return .disconnected
            case .refused(let why): return .refused(why)
            case .message(let parts):
                if let request = take(parts) { return .request(request) }
            }
        }
        return nil
    }

    private func take(_ parts: [[UInt8]]) -> Incoming? {
        if parts.count == 4, parts[0].isEmpty {
            return Incoming(
                caller: parts[1],
                method: String(decoding: parts[2], as: UTF8.self),
                json: parts[3]
            )
        }
        guard parts.count == 3, parts[0].count == 8, parts[1].isEmpty else { return nil }
        let id = parts[0].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        waiting.removeValue(forKey: id)?.completion(RequestAnswer.read(parts[2]))
        return nil
    }

    private func connected() {
        isConnected = true
        wasConnected = true
        refusal = nil
        refusals = 0
        transmitUnsent()
    }

    /// Sends what was not taken before.
    private func transmitUnsent() {
        nextAttempt = .max
        guard !unsent.isEmpty else { return }
        let messages = unsent
        unsent = []
        for message in messages { transmit(message) }
    }

    /// Notes the end of the connection: what was asked by it is not answered any more, but for what has come already.
    private func disconnected() {
        isConnected = false
        let unsent = Set(unsent.compactMap(\.first))
        let end = MonotonicClock.nanoseconds + Self.patienceForLost
        for (id, waiter) in waiting where !unsent.contains(Self.part(of: id)) {
            var lost = waiter
            lost.deadline = min(waiter.deadline, end)
            lost.isLost = true
            waiting[id] = lost
        }
    }

    /// How long an answer may take that has come before its connection ended, nanoseconds.
    private static let patienceForLost: Int64 = 500_000_000

    private static func part(of id: UInt64) -> [UInt8] {
        withUnsafeBytes(of: id.littleEndian) { [UInt8]($0) }
    }

    /// Notes why the bus does not let the node in, and tells those who wait, where it will not change its mind.
    ///
    /// - Returns: whether it is to be logged: nobody waits who is told, and it is no accident of the moment.
    func refused(_ refusal: Refusal) -> Bool {
        self.refusal = refusal
        refusals += 1
        guard waiting.isEmpty else {
            if !refusal.isTriedAgain {
                abandon(RequestError(code: .refused, message: refusal.message))
            } else if refusals == Self.mostRefusals {
                abandon(RequestError(code: .timeout, message: refusal.message))
            }
            return false
        }
        // Who only looks asks first, and is told then.
        guard isMember || wasConnected else { return false }
        // A bus that is just ending cuts a connection off as well, but not several times in a row.
        return !refusal.isTriedAgain || refusals == Self.mostRefusals
    }

    /// Tries again what is to be sent, and tells those who have waited too long.
    func expire(at now: Int64) throws(ZMQError) {
        if isConnected, nextAttempt <= now { transmitUnsent() }
        guard nextExpiry <= now else { return }
        for (id, waiter) in waiting where waiter.deadline <= now {
            waiting[id] = nil
            let why =
                waiter.isLost
                ? "the bus ended, or the connection to it, before \(waiter.method) was answered: it may have been carried out"
                : isConnected
                    ? "no answer to \(waiter.method) came in time"
                    : refusal?.message
                        ?? "no bus answers at \(address); start one with: binnacle bus --address \(address)"
            waiter.completion(.failure(RequestError(code: .timeout, message: why)))
        }
        if waiting.isEmpty { unsent = [] }
    }

    /// Tells all who wait that no answer will come.
    func abandon(_ error: RequestError) {
        let all = waiting
        waiting = [:]
        for waiter in all.values { waiter.completion(.failure(error)) }
    }

    private func transmit(_ parts: [[UInt8]]) {
        guard !way.send(parts), unsent.count < 1000 else { return }
        unsent.append(parts)
        nextAttempt = min(nextAttempt, MonotonicClock.nanoseconds + Self.pause)
    }
}
