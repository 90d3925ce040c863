internal import Binnacle
internal import Platform
internal import Text

/// What a verb that measures keeps of a topic.
protocol Meter: Sendable {
    /// How many messages it takes until there is something to tell.
    static var fewest: Int { get }

    init(window: Int)

    /// Takes a message that came live.
    mutating func take(_ message: Received<Bytes>)

    /// What has been measured in the words of `ros2 topic`; nothing while that is nothing.
    var text: String? { get }

    /// What is known at the end where nothing has been measured: how many messages came, and in how short a time.
    var untold: String { get }

    /// Adds what has been measured to a line of JSON.
    func describe(in object: inout JSONObject)
}

extension RateMeter: Meter {
    static var fewest: Int { 2 }

    mutating func take(_ message: Received<Bytes>) { note(at: message.arrival) }

    var text: String? {
        guard let rate, let summary else { return nil }
        return "average rate: \(rate.fixed(3))\n" + summary.secondsLine(decimals: 3)
    }

    var untold: String { noRate(of: (summary?.count ?? 0) + 1) }

    func describe(in object: inout JSONObject) {
        object.add("rate", rate)
        object.add(summary)
    }
}

extension BandwidthMeter: Meter {
    static var fewest: Int { 2 }

    mutating func take(_ message: Received<Bytes>) { note(message.size, at: message.arrival) }

    var text: String? {
        guard let rate, let sizes = sizesSummary else { return nil }
        let unit = ByteUnit(for: sizes.maximum)
        return "\(ByteUnit(for: rate).text(rate))/s from \(sizes.count) messages\n"
            + "\tMessage size mean: \(unit.text(sizes.mean)) min: \(unit.text(sizes.minimum)) "
            + "max: \(unit.text(sizes.maximum))"
    }

    var untold: String { noRate(of: sizesSummary?.count ?? 0) }

    func describe(in object: inout JSONObject) {
        object.add("bytesPerSecond", rate)
        object.add(sizesSummary)
    }
}

extension DelayMeter: Meter {
    static var fewest: Int { 1 }

    mutating func take(_ message: Received<Bytes>) {
        // This runs as soon as the message has come, on the node's thread.
        let arrival = WallClock.nanoseconds
        let payload = message.stamp.encoding == .json ? message.message?.bytes : nil
        let time = payload.flatMap { try? JSONValue.parse($0)["time"]?.number }
        note(arrival: arrival, published: message.stamp.published, measured: time)
    }

    var text: String? {
        let blocks = [("published", published), ("time", measured)].compactMap { name, summary in
            summary.map {
                "average delay: \($0.mean.fixed(6)) (since '\(name)')\n" + $0.secondsLine(decimals: 6)
            }
        }
        return blocks.isEmpty ? nil : blocks.joined(separator: "\n")
    }

    var untold: String { "no delay: no message says a time that a clock can have" }

    func describe(in object: inout JSONObject) {
        for (name, summary) in [("published", published), ("time", measured)] {
            guard let summary else { continue }
            var inner = JSONObject()
            inner.add(summary)
            object.add(name, inner)
        }
    }
}

/// What is known of messages between which no time has passed: a rate would be an invention.
private func noRate(of count: Int) -> String {
    "no rate: \(count.counted("message"))" + (count > 1 ? " came at once, within 0.000000 s" : "")
}

extension SampleSummary {
    /// The second line of a block about seconds.
    fileprivate func secondsLine(decimals: Int) -> String {
        "\tmin: \(minimum.fixed(decimals))s max: \(maximum.fixed(decimals))s "
            + "std dev: \(standardDeviation.fixed(5))s window: \(count)"
    }
}

extension JSONObject {
    fileprivate mutating func add(_ summary: SampleSummary?) {
        guard let summary else { return }
        add("mean", summary.mean)
        add("min", summary.minimum)
        add("max", summary.maximum)
        add("stdDev", summary.standardDeviation)
        add("window", summary.count)
    }
}

extension Received<Bytes> {
    /// The bytes of the whole message: topic, bar, stamp and payload.
    var size: Int { topic.description.utf8.count + 1 + Stamp.size + (message?.bytes.count ?? 0) }
}
