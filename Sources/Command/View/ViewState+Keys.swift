internal import Messages
internal import Platform
internal import Text

extension ViewState: Viewable {
    /// The most characters of a label that can be typed.
    private static let longestLabel = 100
    /// How long is said what has become of a command, seconds.
    private static let noticeTime = 8.0
    /// From how many rows on the keys are explained.
    private static let fewestRows = 10

    mutating func press(_ key: Key) -> KeyEffect<PinCommand> {
        switch prompt {
        case .label(let text)?: return type(key, after: text)
        case .forget(let id, let node, _)?:
            prompt = nil
            if key == .character("y") || key == .character("Y") {
                return .command(.clear(id: id, node: node))
            }
            tell("kept")
        case nil:
            switch key {
            case .character("q"), .character("Q"): return .quit
            case .character("r"), .character("R"): prompt = .label("")
            case .character("t"), .character("T"): askToForget()
            case .character("i"), .character("I"): showsDetails.toggle()
            case .escape: showsDetails = false
            default: break
            }
        }
        return .nothing
    }

    /// Says in the last line what has happened.
    mutating func tell(_ text: String) {
        notice = Seen(text.onOneLine, topic: "", moment: MonotonicClock.nanoseconds)
    }

    private mutating func type(_ key: Key, after text: String) -> KeyEffect<PinCommand> {
        switch key {
        case .character(let character):
            if text.count < Self.longestLabel { prompt = .label(text + String(character)) }
        case .backspace: prompt = .label(String(text.dropLast()))
        case .escape:
            prompt = nil
            tell("nothing is remembered")
        case .enter:
            prompt = nil
            let label = String(text.drop { $0 == " " })
            return .command(.drop(label: label.isEmpty ? nil : label))
        }
        return .nothing
    }

    private mutating func askToForget() {
        guard let pin else { return tell("there is no pin to forget") }
        let node = pin.topic.split(separator: "/").dropFirst().first.map(String.init) ?? "pins"
        prompt = .forget(id: pin.value.id, node: node, name: pin.value.label ?? pin.value.id)
    }

    func lines(for screen: ViewScreen, now: Int64, time: Double) -> [StyledLine] {
        let renderer = ViewRenderer(state: self, now: now, time: time)
        guard let last = lastLine(now: now), screen.rows > 1,
            screen.rows >= Self.fewestRows || prompt != nil
        else { return renderer.lines(for: screen) }
        var upper = screen
        upper.rows -= 1
        var lines = showsDetails ? upper.fit(renderer.details) : renderer.lines(for: upper)
        while lines.count < upper.rows { lines.append(StyledLine()) }
        return lines + screen.fit([last])
    }

    /// The question, else what has happened, else the keys.
    private func lastLine(now: Int64) -> StyledLine? {
        switch prompt {
        case .label(let text)?:
            var line = StyledLine("remember this place as: ", .bold)
            line.append(text.onOneLine + "_")
            line.append("   Enter drops the pin, Esc cancels", .dim)
            return line
        case .forget(_, _, let name)?:
            return StyledLine(
                "forget '\(name.onOneLine)'? y forgets it, any other key keeps it",
                .bold
            )
        case nil: break
        }
        if let notice, !notice.isStale(at: now, after: Self.noticeTime) {
            return StyledLine(notice.value, .bold)
        }
        return StyledLine("r remember   t trash   i \(showsDetails ? "way" : "info")   q quit", .dim)
    }
}
