import Messages
import TestSupport
import Testing

@Suite("Stamps and whole messages", .timeLimit(.minutes(1)))
struct WireTests {
    /// Made with Python's `struct.pack("<QQqIHBB", …)`.
    private static let vectors: [(Stamp, String)] = [
        (
            Stamp(
                publisher: 0x1234567890ABC,
                sequence: 7,
                published: 1_763_000_000_123_456_789,
                flags: [.lastValue, .event]
            ),
            "bc0a8967452301000700000000000000154d5fca286f77180500000020000100"
        ),
        (
            Stamp(
                publisher: (1 << 53) - 1,
                sequence: .max,
                published: -1,
                flags: .init(rawValue: .max),
                encoding: .opaque
            ),
            "ffffffffffff1f00ffffffffffffffffffffffffffffffffffffffff200001ff"
        ),
        (
            Stamp(publisher: 0, sequence: 0, published: 0, encoding: .cbor),
            "0000000000000000000000000000000000000000000000000000000020000101"
        ),
    ]

    private func bytes(hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
    }

    private func message(_ head: String, _ stamp: Stamp, _ payload: String) -> [UInt8] {
        var bytes = [UInt8](head.utf8)
        stamp.encode(into: &bytes)
        return bytes + [UInt8](payload.utf8)
    }

    private let stamp = Stamp(publisher: 1, sequence: 2, published: 3)

    @Test("a stamp is what Python's struct makes of it") func vectors() throws {
        for (stamp, hex) in Self.vectors {
            var buffer: [UInt8] = []
            stamp.encode(into: &buffer)
            #expect(buffer == bytes(hex: hex))
            #expect(try Stamp(decoding: buffer.span) == stamp)
        }
    }

    @Test("a longer stamp is read, and the payload starts after it") func longer() throws {
        var bytes = message("fix/a|", stamp, "12345678{}")
        bytes[6 + 28] = 40
        let message = try wire(bytes)
        #expect(message.stamp == stamp)
        #expect(message.payload == 6 + 40..<bytes.count)
    }

    @Test("stamps that cannot be read are told apart") func errors() {
        func read(_ bytes: [UInt8]) -> WireError? {
            #expect(throws: WireError.self) { try Stamp(decoding: bytes.span) }
        }
        var bytes: [UInt8] = []
        stamp.encode(into: &bytes)
        #expect(read([]) == .truncatedStamp(bytes: 0))
        #expect(read([UInt8](bytes.dropLast())) == .truncatedStamp(bytes: 31))
        bytes[28] = 31
        #expect(read(bytes) == .shortStamp(length: 31))
        bytes[28] = 33
        #expect(read(bytes) == .longStamp(length: 33, bytes: 32))
        bytes[29] = 0xFF
        #expect(read(bytes) == .longStamp(length: 0xFF21, bytes: 32))
        bytes[30] = 2
        #expect(read(bytes) == .version(2))
        #expect(WireError.version(2).description == "version 2 of the contract, not 1")
        #expect(WireError.truncatedStamp(bytes: 3).description == "the stamp is cut off after 3 of 32 bytes")
        #expect(WireError.shortStamp(length: 31).description == "the stamp's length is 31, less than 32")
        #expect(
            WireError.longStamp(length: 33, bytes: 32).description
                == "the stamp's length is 33, and only 32 bytes are left"
        )
        #expect(
            WireError.badTopic(offset: 4).description == "byte 4: no part of a topic of the form kind/source"
        )
        #expect(WireError.noBar.description == "no bar within the 322 bytes in which a topic ends")
    }

    @Test("a message is what was composed, and its payload is not looked at") func whole() throws {
        let topic = try Topic("fix/gps")
        var bytes: [UInt8] = []
        WireMessage.append(topic, stamp, payload: ([0x7C, 0, 0xFF] as [UInt8]).span, to: &bytes)
        #expect(bytes == message("fix/gps|", stamp, "") + [0x7C, 0, 0xFF])
        let read = try wire(bytes)
        #expect(read.nonce == nil && !read.isAnswer && read.topic == 0..<7 && read.publishedTopic == 0..<7)
        #expect(read.payload == 40..<43 && read.stamp == stamp)
        #expect(read.topicHash == hash(topic.description))
        let isSame = topic.equals(bytes.span.extracting(read.topic))
        #expect(isSame)
        #expect(try wire(message("fix/gps|", stamp, "")).payload.isEmpty)
        var encoded: [UInt8] = []
        try WireMessage.append(topic, stamp, Clock(time: 1), to: &encoded)
        #expect(encoded == message("fix/gps|", stamp, #"{"time":1.0,"jump":false}"#))
    }

    @Test("an answer of last values carries its nonce") func nonce() throws {
        var bytes: [UInt8] = []
        WireMessage.appendHead("fix/gps".utf8.span, nonce: "a1b2".utf8.span, stamp, to: &bytes)
        #expect(bytes == message("~a1b2/fix/gps|", stamp, ""))
        let read = try wire(bytes)
        #expect(read.isAnswer && read.nonce == 1..<5 && read.topic == 6..<13 && read.publishedTopic == 0..<13)
        #expect(read.topicHash == hash("fix/gps"))
    }

    @Test(
        "the message that closes an answer carries the prefix that was asked for",
        arguments: ["", "fix", "fix/", "fix/gps"]
    )
    func closing(prefix: String) throws {
        let end = Stamp(publisher: 1, sequence: 2, published: 3, flags: .end)
        let read = try wire(message("~n/\(prefix)|", end, "{}"))
        #expect(read.topic.count == prefix.utf8.count && read.nonce == 1..<2)
        if prefix != "fix/gps" {
            #expect(throws: WireError.self) { try wire(message("~n/\(prefix)|", stamp, "")) }
            #expect(throws: WireError.self) { try wire(message("\(prefix)|", end, "")) }
        }
    }

    @Test(
        "what has no sound topic is refused, and where is said",
        arguments: [
            ("", .noBar), ("fix/gps ", .badTopic(offset: 7)), ("|", .badTopic(offset: 0)),
            ("fix|", .badTopic(offset: 3)),
            ("/gps|", .badTopic(offset: 0)), ("fix/|", .badTopic(offset: 4)),
            ("fix//a|", .badTopic(offset: 4)),
            ("Fix/gps|", .badTopic(offset: 0)), ("fix/g s|", .badTopic(offset: 5)),
            ("fix/\u{E9}|", .badTopic(offset: 4)),
            ("~/fix/a|", .badTopic(offset: 1)), ("~n|", .badTopic(offset: 2)),
            ("~n~/fix/a|", .badTopic(offset: 2)),
            ("~n/fix|", .badTopic(offset: 6)), ("~~n/fix/a|", .badTopic(offset: 1)),
            ("f/" + String(repeating: "a", count: 254) + "|", .noBar),
            ("~" + String(repeating: "n", count: 65) + "/fix/a|", .badTopic(offset: 65)),
        ] as [(String, WireError)]
    )
    func badTopics(head: String, expected: WireError) {
        let bytes = head.isEmpty ? [] : message(head, stamp, "")
        #expect(#expect(throws: WireError.self) { try wire(bytes) } == expected)
    }

    @Test("the longest topic fits, with the longest nonce") func longest() throws {
        let topic = "f/" + String(repeating: "a", count: 253)
        let nonce = String(repeating: "n", count: WireMessage.longestNonce)
        #expect(try wire(message("\(topic)|", stamp, "")).topic.count == 255)
        #expect(try wire(message("~\(nonce)/\(topic)|", stamp, "")).topic.count == 255)
    }

    @Test("no bytes make it trap") func garbage() {
        var random = Seeded(seed: 5)
        let sound = message("~n/fix/gps|", stamp, "{}")
        for round in 0..<50_000 {
            var bytes = [UInt8](sound.prefix(Int.random(in: 0...sound.count, using: &random)))
            if round % 2 == 0, !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255,
                    using: &random
                )
            }
            guard let read = try? wire(bytes) else { continue }
            #expect(
                read.payload.upperBound == bytes.count
                    && read.payload.lowerBound >= read.topic.upperBound + 33
            )
        }
    }
}
