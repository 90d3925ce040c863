extension Status {
    private enum Key: String, CaseIterable {
        case time, state, note, pid, uptime, published, received, publishedBytes, receivedBytes, publishRate
        case receiveRate, dropped, lost, overflowed, queued, memory
    }

    private static let keys = JSONKeys<Key>()

    /// Appends the JSON object to a buffer; what is unknown or not finite is left out.
    public func encode(into buffer: inout [UInt8]) {
        JSONWriter.object(in: &buffer) { json in
            json.number("time", time)
            json.name("state", state)
            json.string("note", note)
            json.integer("pid", pid)
            json.number("uptime", uptime)
            json.integer("published", published)
            json.integer("received", received)
            json.integer("publishedBytes", publishedBytes)
            json.integer("receivedBytes", receivedBytes)
            json.number("publishRate", publishRate)
            json.number("receiveRate", receiveRate)
            json.integer("dropped", dropped)
            json.integer("lost", lost)
            json.integer("overflowed", overflowed)
            json.integer("queued", queued)
            json.integer("memory", memory)
        }
    }

    /// Reads a JSON object.
    ///
    /// Unknown keys are passed over, `null` is absent.
    /// - Throws: the first thing that is wrong, with its key and value.
    public init(decoding payload: Span<UInt8>) throws(MessageError) {
        var json = JSONReader()
        var time: Double?
        var state: State?
        self.init(time: 0, state: .starting)
        try json.openPayload(payload)
        let keys = Self.keys
        while let key = try json.next(keys, payload) {
            switch key {
            case .time: time = try json.number(.finite, payload)
            case .state: state = try json.name(payload)
            case .note: note = try json.string(payload)
            case .pid: pid = try json.integer(.nonNegative, payload)
            case .uptime: uptime = try json.number(.nonNegative, payload)
            case .published: published = try json.integer(.nonNegative, payload)
            case .received: received = try json.integer(.nonNegative, payload)
            case .publishedBytes: publishedBytes = try json.integer(.nonNegative, payload)
            case .receivedBytes: receivedBytes = try json.integer(.nonNegative, payload)
            case .publishRate: publishRate = try json.number(.nonNegative, payload)
            case .receiveRate: receiveRate = try json.number(.nonNegative, payload)
            case .dropped: dropped = try json.integer(.nonNegative, payload)
            case .lost: lost = try json.integer(.nonNegative, payload)
            case .overflowed: overflowed = try json.integer(.nonNegative, payload)
            case .queued: queued = try json.integer(.nonNegative, payload)
            case .memory: memory = try json.integer(.nonNegative, payload)
            }
        }
        guard let time else { throw .missing("time") }
        guard let state else { throw .missing("state") }
        self.time = time
        self.state = state
    }
}
