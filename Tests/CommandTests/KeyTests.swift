import Messages
import Testing

@testable import Command

@Suite("Keys", .timeLimit(.minutes(1)))
struct KeyTests {
    private func keys(_ chunks: [UInt8]...) -> [Key] {
        var reader = KeyReader()
        return chunks.flatMap { reader.take($0) }
    }

    @Test("characters, Enter, Escape and both backspaces are keys") func plain() {
        #expect(
            keys(Array("aß\r\n\u{7F}\u{8}\u{1B}".utf8))
                == [.character("a"), .character("ß"), .enter, .enter, .backspace, .backspace, .escape]
        )
    }

    @Test("arrows and function keys are none, and hide nothing that follows") func sequences() {
        #expect(
            keys(Array("\u{1B}[Aa\u{1B}OPb\u{1B}[15~c\u{1B}[1;5Cd\t".utf8)) == "abcd".map { .character($0) }
        )
    }

    @Test("a character that comes in two pieces is one key, and what is no text is none") func pieces() {
        #expect(keys([0xE2, 0x82], [0xAC]) == [.character("€")])
        #expect(keys([0xFF, 0x80, 0x61]) == [.character("a")])
        #expect(keys([0xF0, 0x9F], [0xA7, 0xAD, 0x71]) == [.character("🧭"), .character("q")])
    }

    private func state(pins: Int = 1) -> ViewState {
        var state = ViewState(bus: "b")
        for number in 1...2 where number <= pins {
            var pin = Pin(time: Double(number), id: "p\(number)", latitude: 0, longitude: 0)
            pin.label = "boat \(number)"
            state.pins[pin.id] = Seen(pin, topic: "pin/store/\(pin.id)", moment: 0)
        }
        return state
    }

    private func press(_ state: inout ViewState, _ text: String) -> [KeyEffect<PinCommand>] {
        var reader = KeyReader()
        return reader.take(Array(text.utf8)).map { state.press($0) }.filter { $0 != .nothing }
    }

    @Test("r asks for a label, which can be corrected, and Enter drops the pin") func remember() {
        var state = state()
        #expect(press(&state, "rthe boxx\u{7F}\u{7F}at") == [])
        #expect(state.prompt == .label("the boat"))
        #expect(press(&state, "\r") == [.command(.drop(label: "the boat"))])
        #expect(state.prompt == nil)
        #expect(press(&state, "r  \r") == [.command(.drop(label: nil))])
    }

    @Test("Escape cancels, and what was typed as a label is no command") func cancel() {
        var state = state()
        #expect(press(&state, "rqti\u{1B}") == [])
        #expect(state.prompt == nil)
        #expect(state.notice?.value == "nothing is remembered")
        #expect(!state.showsDetails)
        #expect(press(&state, "q") == [.quit])
    }

    @Test("t asks before it forgets the newest pin, of the node that keeps it") func trash() {
        var state = state(pins: 2)
        #expect(press(&state, "tn") == [])
        #expect(state.notice?.value == "kept")
        #expect(press(&state, "ty") == [.command(.clear(id: "p2", node: "store"))])
        var empty = self.state(pins: 0)
        #expect(press(&empty, "ty") == [])
        #expect(empty.notice?.value == "there is no pin to forget")
    }

    @Test("the last line has the keys, the question, or what has happened") func lastLine() {
        var state = state()
        let screen = ViewScreen(columns: 80, rows: 24, unicode: true)
        func last() -> String? { state.lines(for: screen, now: 0, time: 0).last?.text }
        #expect(last() == "r remember   t trash   i info   q quit")
        _ = press(&state, "rab")
        #expect(last() == "remember this place as: ab_   Enter drops the pin, Esc cancels")
        _ = press(&state, "\u{1B}t")
        #expect(last() == "forget 'boat 1'? y forgets it, any other key keeps it")
        _ = press(&state, "ni")
        #expect(state.lines(for: screen, now: state.notice?.moment ?? 0, time: 0).last?.text == "kept")
        #expect(
            state.lines(for: screen, now: (state.notice?.moment ?? 0) + 9_000_000_000, time: 0).last?.text
                == "r remember   t trash   i way   q quit"
        )
    }

    @Test("i shows what else is known of the pin, and no more than fits") func details() {
        var state = state()
        var fix = Fix(time: 1_796_040_225, latitude: 1, longitude: 2)
        fix.satellites = 9
        state.fix = Seen(fix, topic: "fix/fusion", moment: 0)
        _ = press(&state, "i")
        let screen = ViewScreen(columns: 60, rows: 12, unicode: false)
        let lines = state.lines(for: screen, now: 0, time: 0)
        #expect(lines.count == 12)
        let text = lines.map(\.text)
        #expect(text[0] == "pin")
        #expect(text.contains("  label         boat 1"))
        #expect(text.contains("  satellites    9"))
        #expect(!text.contains { $0.contains("hdop") }, "what is not known is left out")
        #expect(lines.allSatisfy { $0.width <= 60 })
    }
}
