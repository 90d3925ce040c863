internal import Messages
internal import Text

extension ViewRenderer {
    /// Where the values of details begin.
    private static let detailIndent = 16

    /// What there is to know of the pin, the fix, the heading and the nodes, beyond what the way needs.
    var details: [StyledLine] {
        var lines: [StyledLine] = []
        func section(_ title: String, _ rows: [(String, String?)]) {
            let known = rows.compactMap { name, value in
                value.map { detail(name, $0) }
            }
            lines +=
                [StyledLine(title, .bold)]
                + (known.isEmpty ? [StyledLine("  nothing is known", .dim)] : known)
        }
        section("pin", pinDetails)
        section("fix", fixDetails)
        section("heading", headingDetails)
        lines.append(StyledLine("nodes", .bold))
        lines += nodeDetails
        return lines
    }

    private var pinDetails: [(String, String?)] {
        guard let pin = state.pin?.value else { return [] }
        return [
            ("label", pin.label), ("id", pin.id),
            ("place", Phrase.place(latitude: pin.latitude, longitude: pin.longitude)),
            ("accuracy", pin.horizontalAccuracy.map { "\($0.fixed(1)) m" }),
            ("altitude", pin.altitude.map { "\($0.fixed(1)) m" }),
            ("dropped", UTC.text(pin.time)),
        ]
    }

    private var fixDetails: [(String, String?)] {
        guard let seen = state.fix else { return [] }
        let fix = seen.value
        return [
            ("topic", seen.topic), ("age", Phrase.age(seen.age(at: now))), ("time", UTC.text(fix.time)),
            ("satellites", fix.satellites.map { "\($0)" }), ("hdop", fix.hdop.map { $0.fixed(1) }),
        ]
    }

    private var headingDetails: [(String, String?)] {
        guard let seen = state.heading else { return [] }
        let heading = seen.value
        return [
            ("topic", seen.topic), ("age", Phrase.age(seen.age(at: now))),
            ("declination", heading.declination.map { "\($0.fixed(1))°" }),
            ("field", heading.fieldStrength.map { "\($0.fixed(1)) µT" }),
            ("dip", heading.dip.map { "\($0.fixed(1))°" }),
        ]
    }

    private var nodeDetails: [StyledLine] {
        state.nodes.sorted { $0.key < $1.key }.map { name, seen in
            let status = seen.value
            let parts = [
                status.pid.map { "pid \($0)" },
                status.memory.map { ByteUnit(for: Double($0)).text(Double($0)) },
                status.publishRate.map { "out \($0.fixed(1))/s" },
                status.receiveRate.map { "in \($0.fixed(1))/s" },
                status.lost.map { "lost \($0)" }, status.dropped.map { "dropped \($0)" },
            ].compactMap { $0 }
            let isOld = seen.isStale(at: now, after: Staleness.status)
            let text =
                isOld
                ? "\(status.state.rawValue), \(Phrase.age(seen.age(at: now))) ago"
                : parts.joined(separator: "  ")
            return detail(name, text, isOld ? .warning : .plain)
        }
    }

    private func detail(_ name: String, _ value: String, _ style: StyledLine.Style = .plain) -> StyledLine {
        var line = StyledLine("  \(name)  ", .dim)
        line.pad(to: Self.detailIndent)
        line.append(value.onOneLine, style)
        return line
    }
}
