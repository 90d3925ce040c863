import Messages
import TestSupport

extension Seeded {
    /// A number with as many digits as sensors send, or all of them, or none at all.
    mutating func number(_ range: Range<Double>) -> Double {
        let value = Double.random(in: range, using: &self)
        switch Int.random(in: 0..<4, using: &self) {
        case 0: return max(range.lowerBound, value.rounded(.towardZero))
        case 1: return max(range.lowerBound, (value * 10).rounded(.towardZero) / 10)
        case 2: return max(range.lowerBound, (value * 1e7).rounded(.towardZero) / 1e7)
        default: return value
        }
    }

    mutating func maybe<Value>(_ make: (inout Seeded) -> Value) -> Value? {
        Bool.random(using: &self) ? make(&self) : nil
    }

    mutating func text() -> String {
        let letters: [Character] = [
            "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\r", "\t", "\u{0}", "\u{1F}", "\u{7F}", "é", "ß", "日",
            "🧭",
            "\u{FFFF}", "\u{10FFFF}", "e\u{301}",
        ]
        return String(
            (0..<Int.random(in: 0..<20, using: &self)).map { _ in letters.randomElement(using: &self) ?? "x" }
        )
    }

    mutating func pick<Name: CaseIterable>(_ type: Name.Type) -> Name? where Name.AllCases.Index == Int {
        Name.allCases.randomElement(using: &self)
    }
}

/// The payload of a message, as text.
func json(_ message: some Message) throws -> String {
    var bytes: [UInt8] = []
    try message.encode(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
}

/// Reads a message of a kind from text.
func read<Kind: Message>(_ type: Kind.Type, _ text: String) throws(MessageError) -> Kind {
    try Kind(decoding: [UInt8](text.utf8).span)
}

/// What is said about a payload that cannot be read; `nil` if it can.
func problem<Kind: Message>(_ type: Kind.Type, _ text: String) -> String? {
    do throws(MessageError) {
        _ = try read(type, text)
        return nil
    } catch {
        return error.description
    }
}

/// The functions that take bytes, for text: a span cannot go through `#expect`.
func isTopic(_ text: String) -> Bool { Topic.isValid(text.utf8.span) }
func topic(ofBytes text: String) throws(MessageError) -> Topic { try Topic([UInt8](text.utf8).span) }
func hash(_ text: String) -> UInt64 { Topic.hash(of: text.utf8.span) }
func passes(_ filter: TopicFilter, _ text: String) -> Bool { filter.matches(text.utf8.span) }
func wire(_ bytes: [UInt8]) throws(WireError) -> WireMessage { try WireMessage(bytes.span) }
