internal import Glibc
internal import Messages
internal import Platform

/// A node's status with its parameters, and what it counts besides.
struct StatusReport: Message {
    static let kind = Status.kind

    var status: Status
    /// A JSON object, or nothing.
    var parameters: [UInt8] = []
    var counters: JSONObject?

    init(_ status: Status, parameters: [UInt8], counters: JSONObject?) {
        self.status = status
        self.parameters = parameters
        self.counters = counters
    }

    init(decoding payload: Span<UInt8>) throws(MessageError) {
        status = try Status(decoding: payload)
    }

    func encode(into buffer: inout [UInt8]) {
        status.encode(into: &buffer)
        if !parameters.isEmpty { Self.add("parameters", parameters, to: &buffer) }
        if let counters {
            Self.add("counters", Array(JSONValue.object(counters).description.utf8), to: &buffer)
        }
    }

    private static func add(_ key: String, _ value: [UInt8], to buffer: inout [UInt8]) {
        buffer.removeLast()
        buffer.append(contentsOf: ",\"\(key)\":".utf8)
        buffer.append(contentsOf: value)
        buffer.append(UInt8(ascii: "}"))
    }
}

/// What turns a node's counts into its status, rates included.
struct StatusMeter {
    private let started = MonotonicClock.nanoseconds
    private var before: (time: Int64, published: Int, received: Int)?

    mutating func read(
        _ core: NodeCore,
        _ sent: Outlet.Figures,
        overflowed: Int,
        parameters: [UInt8],
        counters: JSONObject?
    ) -> StatusReport {
        let now = MonotonicClock.nanoseconds
        var status = Status(time: WallClock.seconds, state: core.membership.current.state)
        status.note = core.membership.current.note
        status.pid = Int(getpid())
        status.uptime = Double(now - started) * 1e-9
        status.published = sent.published
        status.publishedBytes = sent.publishedBytes
        status.received = core.inlet.received
        status.receivedBytes = core.inlet.receivedBytes
        if let before, now > before.time {
            let seconds = Double(now - before.time) * 1e-9
            status.publishRate = Double(sent.published - before.published) / seconds
            status.receiveRate = Double(core.inlet.received - before.received) / seconds
        }
        before = (now, sent.published, core.inlet.received)
        status.dropped = sent.dropped
        status.lost = core.inlet.lost
        status.overflowed = overflowed
        status.queued = sent.queued
        status.memory = ProcessMemory.resident
        return StatusReport(status, parameters: parameters, counters: counters)
    }
}
