internal import Messages
internal import Text

extension ViewRenderer {
    /// The pin, the way to it and the dial.
    func way(_ screen: ViewScreen) -> [StyledLine] {
        guard let pin = state.pin else {
            return [row("pin", "none: drop one with 'binnacle pin drop'", .dim)]
        }
        let name = row("pin", label(of: pin.value), .bold)
        guard let arrow = state.way else { return [name, row("distance", "not known yet", .dim)] }
        let text = [
            name,
            row("distance", arrow, limit: Staleness.arrow) { Phrase.distance($0.distance) },
            row("bearing", arrow, limit: .infinity) { $0.bearing.map { "\($0.fixedBearing(1))° true" } },
            turn(arrow),
        ]
        guard arrow.value.visible, let relative = arrow.value.relative else { return text }
        let isStale = arrow.isStale(at: now, after: Staleness.arrow)
        let picture = Dial.picture(of: relative, unicode: screen.unicode)
        return text
            + picture.map { line in
                let end = line.lastIndex { $0 != " " }
                return end.map { row("", String(line[...$0]), isStale ? .dim : .good) } ?? StyledLine()
            }
    }

    /// The way in one line, for a small screen.
    var wayInWords: StyledLine {
        guard let pin = state.pin else { return row("pin", "none", .dim) }
        guard let arrow = state.way else { return row("pin", label(of: pin.value), .bold) }
        let isStale = arrow.isStale(at: now, after: Staleness.arrow)
        return row("pin", arrow, limit: Staleness.arrow) { arrow in
            let turn = isStale ? "" : ", \(Phrase.turn(arrow))"
            return "\(Phrase.distance(arrow.distance))\(turn): \(label(of: pin.value))"
        }
    }

    private func turn(_ arrow: Seen<Arrow>) -> StyledLine {
        guard !arrow.isStale(at: now, after: Staleness.arrow) else {
            // Where we were near it, that is all there was to say.
            return row("turn", arrow, limit: Staleness.arrow) {
                $0.visible ? $0.relative.map(Dial.words) : nil
            }
        }
        let isKnown = !arrow.value.visible || arrow.value.relative != nil
        return row("turn", Phrase.turn(arrow.value), isKnown ? .bold : .dim)
    }

    private func label(of pin: Pin) -> String { (pin.label ?? pin.id).onOneLine }
}
