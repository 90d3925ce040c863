internal import Binnacle
internal import Platform
internal import Text

extension TopState: Viewable {
    /// From when on the bus is said not to answer, seconds.
    private static let patience = 2.5

    mutating func press(_ key: Key) -> KeyEffect<Never> {
        switch key {
        case .character("q"), .character("Q"): return .quit
        case .character("r"), .character("R"): order = .rate
        case .character("b"), .character("B"): order = .bytes
        case .character("n"), .character("N"): order = .name
        default: break
        }
        return .nothing
    }

    func lines(for screen: ViewScreen, now: Int64, time: Double) -> [StyledLine] {
        guard screen.rows > 0, screen.columns > 0 else { return [] }
        let keys = StyledLine("r by rate   b by bytes   n by name   q quit", .dim)
        let nodes = styled(nodeTable.lines, states: self.nodes.map(\.state))
        let topics = styled(topicTable.lines, states: [])
        let all = [head(screen, now, time)] + nodes + [StyledLine()] + topics
        guard screen.rows > 4 else { return screen.fit(all) }
        let shown = all.count < screen.rows ? all : all.prefix(screen.rows - 2) + [more(all, screen)]
        return screen.fit(
            shown + Array(repeating: StyledLine(), count: screen.rows - 1 - shown.count) + [keys]
        )
    }

    private func head(_ screen: ViewScreen, _ now: Int64, _ time: Double) -> StyledLine {
        var line = StyledLine("binnacle top", .bold)
        line.append("  \(bus)  \(UTC.clock(time)) UTC  ", .dim)
        if let silence = silence(now: now) {
            line.append(Self.old(silence), .bad)
        } else {
            let rate = rows.reduce(0) { $0 + $1.rate }
            line.append("\(rows.count.counted("topic")), \(rate.fixed(0)) messages a second", .dim)
        }
        return line
    }

    private static func old(_ silence: Double) -> String {
        "the bus does not answer: this is \(Phrase.age(silence)) old"
    }

    private func more(_ all: [StyledLine], _ screen: ViewScreen) -> StyledLine {
        StyledLine("and \((all.count - screen.rows + 2).counted("line")) more", .dim)
    }

    /// Seconds since the newest snapshot, where that is too long ago.
    private func silence(now: Int64) -> Double? {
        guard let moment else { return nil }
        let age = Double(now - moment) * 1e-9
        return age > Self.patience ? age : nil
    }

    /// A table with a bold head, and rows that stand out where a node is not ready.
    private func styled(_ lines: [String], states: [String]) -> [StyledLine] {
        lines.enumerated().map { index, line in
            guard index > 0 else { return StyledLine(line, .bold) }
            switch index <= states.count ? states[index - 1] : "" {
            case Status.State.gone.rawValue: return StyledLine(line, .dim)
            case Status.State.degraded.rawValue: return StyledLine(line, .warning)
            default: return StyledLine(line)
            }
        }
    }

    func text(now: Int64, unicode: Bool) -> String {
        let warning = silence(now: now).map { [Self.old($0)] } ?? []
        let lines = warning + nodeTable.lines + [""] + topicTable.lines + [""]
        return (unicode ? lines : lines.map(TerminalText.ascii)).joined(separator: "\n")
    }

    func json(now: Int64) -> String {
        var object = JSONObject()
        object.add("bus", bus)
        object.add("age", moment.map { Double(now - $0) * 1e-9 })
        object.add(
            "nodes",
            nodes.map { node in
                var entry = JSONObject()
                entry.add("name", node.name)
                entry.add("pid", node.pid)
                entry.add("state", node.state)
                entry.add("note", node.note)
                let status = statuses[node.name]
                entry.add("memory", status?.memory)
                entry.add("publishRate", status?.publishRate)
                entry.add("receiveRate", status?.receiveRate)
                entry.add("lost", status?.lost)
                entry.add("dropped", status?.dropped)
                return entry
            }
        )
        object.add(
            "topics",
            sorted.map { row in
                var entry = JSONObject()
                entry.add("topic", row.topic)
                entry.add("rate", row.rate)
                entry.add("bytesPerSecond", row.bytesPerSecond)
                entry.add("age", row.age)
                entry.add("listeners", row.listeners)
                entry.add("count", row.count)
                return entry
            }
        )
        return object.line
    }
}
