@testable internal import Launch
internal import Rules
internal import Testing

@Suite("YAML", .timeLimit(.minutes(1)))
struct YAMLTests {
    @Test(
        "Plain scalars have the types of the core schema",
        arguments: [
            ("null", .null), ("~", .null), ("", .null), ("true", .boolean(true)), ("False", .boolean(false)),
            ("no", .string("no")), ("on", .string("on")), ("yes", .string("yes")), ("0", .integer(0)),
            ("-12", .integer(-12)), ("+7", .integer(7)), ("007", .integer(7)), ("0x1F", .integer(31)),
            ("0o17", .integer(15)), ("1_000", .string("1_000")), ("0x", .string("0x")),
            ("0x-1", .string("0x-1")),
            ("1.5", .number(1.5)), (".5", .number(0.5)), ("5.", .number(5)), ("1e3", .number(1000)),
            ("-1.5E-2", .number(-0.015)), (".", .string(".")), ("1e", .string("1e")),
            ("0x1p3", .string("0x1p3")),
            ("nan", .string("nan")), (".inf", .string(".inf")), ("1e999", .string("1e999")),
            ("99999999999999999999", .string("99999999999999999999")), ("12:30", .string("12:30")),
            ("-", .string("-")), ("1-2", .string("1-2")),
        ] as [(String, Value)]
    )
    func core(text: String, value: Value) {
        #expect(Value(plain: text) == value)
    }

    @Test("Nodes know where they were written, in characters from 1")
    func locations() throws {
        let node = try #require(read("a: 1\nö:\n  - x\n  - {b: 'y'}\n").node)
        let entries = try #require(node.entries)
        #expect(entries.map(\.key) == ["a", "ö"])
        #expect(entries[1].keyLocation == SourceLocation(file: "f", line: 2, column: 1))
        guard case .sequence(let elements) = entries[1].value.content else { throw Unexpected() }
        #expect(elements[0].location == SourceLocation(file: "f", line: 3, column: 5))
        #expect(elements[1].entries?[0].value.location == SourceLocation(file: "f", line: 4, column: 9))
    }

    @Test("A quoted scalar and a block are strings whatever they look like")
    func quoted() throws {
        let entries = try #require(read("a: '5'\nb: \"true\"\nc: |\n  7\n").node?.entries)
        #expect(entries.map(\.value.scalar) == [.string("5"), .string("true"), .string("7\n")])
    }

    @Test("A byte order mark in front is passed over")
    func byteOrderMark() throws {
        let entries = try #require(read("\u{FEFF}a: 1\n").node?.entries)
        #expect(entries.map(\.key) == ["a"])
        #expect(read("\u{FEFF}").findings.map(\.description) == read("").findings.map(\.description))
    }

    @Test("An alias is what its anchor is")
    func alias() throws {
        let entries = try #require(read("a: &x [1, 2]\nb: *x\n").node?.entries)
        guard case .sequence(let elements) = entries[1].value.content else { throw Unexpected() }
        #expect(elements.map(\.scalar) == [.integer(1), .integer(2)])
    }

    @Test(
        "A fault is said with its place",
        arguments: [
            ("", "f: the file is empty"),
            ("# only a comment\n", "f: the file is empty"),
            ("a: 1\na: 2\n", "f:2:1: key 'a' is given twice; it is in line 1 already"),
            ("a: 1\n---\nb: 2\n", "f:2:1: a second document; keep one document in a file"),
            ("a: *x\n", "f:1:4: no anchor '&x' before this alias"),
            ("a: &x [*x]\n", "f:1:8: no anchor '&x' before this alias"),
            (
                "a: !!str 5\n",
                "f:1:4: tag 'tag:yaml.org,2002:str' is not supported; put a text in quotes instead"
            ),
            ("[a]: 1\n", "f:1:1: a key that is no text; write it as 'key: value'"),
            ("a: [1, 2\n", "f:2:1: did not find expected ',' or ']' while parsing a flow sequence"),
            ("a: b: c\n", "f:1:5: mapping values are not allowed in this context"),
            (
                "a:\n\tb: 1\n",
                "f:2:1: a character that cannot begin a value; "
                    + "indent with spaces, not tabs, and put texts that begin with @ or ` in quotes"
            ),
        ]
    )
    func faults(text: String, finding: String) {
        #expect(read(text).findings.map(\.description) == [finding])
    }

    @Test("Bytes that are not UTF-8 are said with their place")
    func notUTF8() {
        let bytes = Array("a: ö\nb: ".utf8) + [0xFF] + Array("\n".utf8)
        let findings = YAMLDocument.read(bytes, file: "f").findings
        #expect(findings.map(\.description) == ["f:2:4: not UTF-8; save the file as UTF-8"])
    }

    @Test("Aliases that multiply are stopped")
    func billionLaughs() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1..<12 {
            let alias = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(alias)]\n"
        }
        let (node, findings) = read(text)
        #expect(node == nil)
        #expect(findings.first?.problem == "more than 20000 values")
    }

    @Test("Nesting is bounded")
    func depth() {
        let text = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
        #expect(read(text).node == nil)
        #expect(read(text).findings.count == 1)
    }

    @Test("A file of a megabyte and more is refused")
    func tooLong() {
        let findings = YAMLDocument.read([UInt8](repeating: 0x61, count: (1 << 20) + 1), file: "f").findings
        #expect(
            findings.map(\.description) == [
                "f: the file has more than 1048576 bytes; split it with 'include'"
            ]
        )
    }

    @Test("What no text may hold is said with its place")
    func control() {
        for (text, place) in [
            ("a: b\nc: \u{7}d\n", "2:4"), ("\u{FEFF}é: \u{0}", "1:4"), ("a\r\nb \u{1B}[2J", "2:3"),
        ] {
            let findings = YAMLDocument.read(Array(text.utf8), file: "f").findings
            #expect(findings.map(\.description) == ["f:\(place): control characters are not allowed"])
        }
    }

    @Test("Random bytes never trap")
    func random() {
        var generator = SplitMix(state: 7)
        let alphabet = Array("ab:-[]{}&*!|>'\"%@`#,?\n\n  \t~0\\é".utf8)
        for _ in 0..<3000 {
            let bytes = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            let (node, findings) = YAMLDocument.read(bytes, file: "f")
            #expect(node != nil || !findings.isEmpty)
        }
    }

    private func read(_ text: String) -> (node: YAMLNode?, findings: [Finding]) {
        YAMLDocument.read(Array(text.utf8), file: "f")
    }
}

struct Unexpected: Error {}

/// A generator that gives the same numbers each time.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
