internal import Binnacle
internal import Platform
internal import Text

/// What `binnacle top` shows: the topics and nodes of the newest snapshot.
struct TopState: Sendable {
    /// By what the topics are sorted.
    enum Order: String, Sendable, CaseIterable {
        case rate, bytes, name
    }

    /// A topic with what two snapshots tell together.
    struct Row: Sendable, Equatable {
        var topic: String
        var rate: Double
        /// Between the last two snapshots; `nil` before the second.
        var bytesPerSecond: Double?
        var age: Double
        var listeners: Int
        var count: Int
    }

    let bus: String
    var order = Order.rate
    private(set) var rows: [Row] = []
    private(set) var nodes: [BusRequests.NodeInfo] = []
    private(set) var statuses: [String: Status] = [:]
    /// When the newest snapshot was taken, monotonic nanoseconds; `nil` before the first.
    private(set) var moment: Int64?
    private var bytes: [String: Int] = [:]

    init(bus: String) {
        self.bus = bus
    }

    /// Takes in a snapshot.
    mutating func take(_ snapshot: BusSnapshot, at now: Int64) {
        let elapsed = moment.map { Double(now - $0) * 1e-9 }
        rows = snapshot.topics.map { info in
            var row = Row(
                topic: info.topic,
                rate: info.rate,
                age: info.age,
                listeners: info.listeners,
                count: info.count
            )
            // A bus that was restarted counts anew.
            if let elapsed, elapsed > 0, let before = bytes[info.topic], info.bytes >= before {
                row.bytesPerSecond = Double(info.bytes - before) / elapsed
            }
            return row
        }
        bytes = Dictionary(snapshot.topics.map { ($0.topic, $0.bytes) }) { $1 }
        nodes = snapshot.nodes
        statuses = snapshot.statuses.mapValues(\.status)
        moment = now
    }

    /// The topics in the order that was chosen; of those that are alike, by name.
    var sorted: [Row] {
        switch order {
        case .rate: rows.sorted { ($1.rate, $0.topic) < ($0.rate, $1.topic) }
        case .bytes:
            rows.sorted { ($1.bytesPerSecond ?? -1, $0.topic) < ($0.bytesPerSecond ?? -1, $1.topic) }
        case .name: rows.sorted { $0.topic < $1.topic }
        }
    }

    /// The nodes as a table; what is not known is a dash.
    var nodeTable: Table {
        var table = Table("NODE", "STATE", "PID", "MEMORY", "OUT/s", "IN/s", "LOST", "DROPPED", "NOTE")
        for node in nodes {
            let status = statuses[node.name]
            table.add([
                node.name, node.state, "\(node.pid)", Self.amount(status?.memory.map(Double.init)),
                status?.publishRate?.fixed(1) ?? "-", status?.receiveRate?.fixed(1) ?? "-",
                status?.lost.map { "\($0)" } ?? "-", status?.dropped.map { "\($0)" } ?? "-",
                (node.note ?? "").onOneLine,
            ])
        }
        return table
    }

    /// The topics as a table; what is not known is a dash.
    var topicTable: Table {
        var table = Table("TOPIC", "RATE", "BYTES/s", "AGE", "LISTENERS", "COUNT")
        for row in sorted {
            table.add([
                row.topic.onOneLine, row.rate.fixed(1), Self.amount(row.bytesPerSecond),
                row.age.fixed(1), "\(row.listeners)", "\(row.count)",
            ])
        }
        return table
    }

    private static func amount(_ bytes: Double?) -> String {
        bytes.map { ByteUnit(for: $0).text($0) } ?? "-"
    }
}
