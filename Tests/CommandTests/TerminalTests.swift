import Testing

@testable import Command
import Text

@Suite("Terminal", .timeLimit(.minutes(1)))
struct TerminalTests {
    @Test("the width of a text is counted in columns") func width() {
        #expect(TerminalText.width(of: "12.5° ± 3") == 9)
        #expect(TerminalText.width(of: "日本") == 4)
        #expect(TerminalText.width(of: "e\u{301}") == 1)
        #expect(TerminalText.width(of: "🧭") == 2)
        #expect(TerminalText.prefix(of: "日本", columns: 3) == "日")
    }

    @Test("what would move the cursor is taken out") func clean() {
        #expect("a\u{1B}[2Jb\nc\u{202E}d".onOneLine == "a [2Jb cd")
    }

    @Test("what is not ASCII is said in ASCII") func ascii() {
        #expect(TerminalText.ascii("5.0° ± 2 µT – 日…") == "5.0 deg +- 2 uT - ?...")
    }

    @Test("a line is cut where the screen ends, between characters") func cut() {
        var line = StyledLine("abc", .bold)
        line.append("日本")
        #expect(line.cut(to: 7, mark: "…").text == "abc日本")
        #expect(line.cut(to: 6, mark: "…").text == "abc日…")
        #expect(line.cut(to: 5, mark: "…").text == "abc…")
        #expect(line.cut(to: 2, mark: "…").text == "a…")
        #expect(line.cut(to: 1, mark: "…").text == "a")
        #expect(line.cut(to: 0, mark: "…").text == "")
    }

    @Test("looks are left out where colour is not wanted") func looks() {
        var line = StyledLine("a ", .bold)
        line.append("b")
        #expect(line.sequences(color: true) == "\u{1B}[1ma \u{1B}[0mb")
        #expect(line.sequences(color: false) == "a b")
    }

    @Test("only lines that changed are rewritten, and those that are gone erased") func redraw() {
        #expect(Redraw.sequences(from: [], to: ["a"]) == "\u{1B}[1;1H\u{1B}[2Ka")
        #expect(Redraw.sequences(from: ["a", "b"], to: ["a", "c"]) == "\u{1B}[2;1H\u{1B}[2Kc")
        #expect(Redraw.sequences(from: ["a", "b"], to: ["a"]) == "\u{1B}[2;1H\u{1B}[2K")
        #expect(Redraw.sequences(from: ["a"], to: ["a"]) == "")
    }

    @Test("the environment says what the terminal can show") func abilities() {
        func abilities(_ environment: [String: String]) -> Terminal.Abilities {
            Terminal.Abilities { environment[$0] }
        }
        let usual = abilities(["TERM": "xterm-256color", "LANG": "en_GB.UTF-8"])
        #expect(usual.unicode && usual.color && usual.cursor)
        #expect(!abilities(["TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": "C"]).unicode)
        #expect(abilities(["TERM": "xterm", "LANG": "C", "LC_CTYPE": "de_DE.utf8", "LC_ALL": ""]).unicode)
        #expect(!abilities(["TERM": "linux", "LANG": "C.UTF-8"]).unicode)
        #expect(!abilities(["TERM": "xterm", "NO_COLOR": "1"]).color)
        #expect(abilities(["TERM": "xterm", "NO_COLOR": ""]).color)
        #expect(!abilities(["TERM": "dumb"]).cursor)
        #expect(!abilities([:]).cursor)
    }
}
