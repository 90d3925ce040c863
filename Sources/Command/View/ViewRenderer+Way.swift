internal import Messages
internal import Text

extension ViewRenderer {
    /// The pin, the way to it and the dial.
    func way(_ screen: Screen) -> [StyledLine] {
        guard let pin = state.pin else {
            return [row("pin", "none: drop one with 'binnacle pin drop'", .dim)]
        }
        let name = row("pin", label(of: pin.value), .bold)
        guard let arrow = state.arrow else { return [name, row("distance", "not known yet", .dim)] }
        let text = [
            name,
            row("distance", arrow, limit: Staleness.arrow) { Phrase.distance($0.distance) },
            row("bearing", arrow, limit: .infinity) { $0.bearing.map { "\($0.fixedBearing(1))° true" } },
            turn(arrow),
        ]
        guard arrow.value.visible, let relative = arrow.value.relative else { return text }
        let isStale = arrow.age(at: now) > Staleness.arrow
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
        guard let arrow = state.arrow else { return row("pin", label(of: pin.value), .bold) }
        return row("pin", arrow, limit: Staleness.arrow) { arrow in
            "\(Phrase.distance(arrow.distance)), \(words(for: arrow)): \(label(of: pin.value))"
        }
    }

    private func turn(_ arrow: Seen<Arrow>) -> StyledLine {
        let isKnown = !arrow.value.visible || arrow.value.relative != nil
        return row("turn", words(for: arrow.value), isKnown ? .bold : .dim)
    }

    private func words(for arrow: Arrow) -> String {
        guard arrow.visible else { return "you are here" }
        return arrow.relative.map(Dial.words) ?? "unknown without a true direction"
    }

    private func label(of pin: Pin) -> String { TerminalText.clean(pin.label ?? pin.id) }
}
