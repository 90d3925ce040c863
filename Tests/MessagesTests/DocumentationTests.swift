import Foundation
import Messages
import Testing

@Suite("Documentation", .timeLimit(.minutes(1)))
struct DocumentationTests {
    private static let kinds: [any Message.Type] = [
        Fix.self, Sky.self, MagneticField.self, IMU.self, Heading.self, Direction.self, Pin.self, Arrow.self,
        Region.self,
        Failure.self, Sentence.self, Log.self, Clock.self, Status.self,
        LocationServices.self,
    ]

    /// The examples of `docs/messages.md`, each below the heading that names its kind.
    private static func examples() throws -> [(kind: String, json: String)] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("docs/messages.md"), encoding: .utf8)
        var examples: [(String, String)] = []
        var (kind, block) = ("", [Substring]?.none)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("## ") { kind = line.dropFirst(3).filter { $0 != "`" } }
            if line == "```json" {
                block = []
            } else if line == "```", let lines = block {
                examples.append((kind, lines.joined(separator: "\n")))
                block = nil
            } else {
                block?.append(line)
            }
        }
        return examples
    }

    @Test("every kind has an example, and every example is a payload of its kind that uses known keys only")
    func examples() throws {
        let examples = try Self.examples()
        #expect(Set(examples.map(\.kind)) == Set(Self.kinds.map { $0.kind }))
        for (kind, text) in examples {
            let type = try #require(Self.kinds.first { $0.kind == kind })
            let written = try JSONValue.parse(try json(try type.init(decoding: [UInt8](text.utf8).span)))
            guard case .object(let given) = try JSONValue.parse(text) else { continue }
            for member in given.members { #expect(written[member.key] != nil, "\(kind): \(member.key)") }
        }
    }
}
