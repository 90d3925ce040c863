import Messages
import TestSupport
import Testing

@Suite("The vectors of the protocol", .timeLimit(.minutes(1)))
struct VectorTests {
    private let vectors: ProtocolVectors

    init() throws { vectors = try ProtocolVectors.load() }

    private func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    @Test("messages are read as the vectors say, and composed to the same bytes") func messages() throws {
        #expect(vectors.messages.count > 10)
        for vector in vectors.messages {
            let bytes = ProtocolVectors.bytes(vector.hex)
            let message = try wire(bytes)
            #expect(text(bytes, message.topic) == vector.topic, "\(vector.name)")
            #expect(message.nonce.map { text(bytes, $0) } == vector.nonce, "\(vector.name)")
            let stamp = message.stamp
            #expect(String(stamp.publisher) == vector.publisher, "\(vector.name)")
            #expect(String(stamp.sequence) == vector.sequence, "\(vector.name)")
            #expect(String(stamp.published) == vector.published, "\(vector.name)")
            #expect(stamp.flags.rawValue == vector.flags && stamp.encoding.rawValue == vector.encoding)
            let payload = ProtocolVectors.bytes(vector.payload)
            #expect(Array(bytes[message.payload]) == payload, "\(vector.name)")
            // A longer stamp is another version's to write.
            guard message.payload.lowerBound - message.topic.upperBound - 1 == Stamp.size else { continue }
            var composed: [UInt8] = []
            let nonce = vector.nonce.map { [UInt8]($0.utf8) } ?? []
            WireMessage.appendHead(
                vector.topic.utf8.span,
                nonce: vector.nonce == nil ? nil : nonce.span,
                stamp,
                to: &composed
            )
            #expect(composed + payload == bytes, "\(vector.name)")
        }
    }

    @Test("what is malformed is refused for the reason that the vectors give") func malformed() {
        #expect(vectors.malformed.count > 10)
        for vector in vectors.malformed {
            let error = #expect(throws: WireError.self, "\(vector.name)") {
                try wire(ProtocolVectors.bytes(vector.hex))
            }
            #expect(error.map(name) == vector.error, "\(vector.name)")
        }
    }

    @Test("addresses have the endpoints that the vectors give them") func addresses() throws {
        #expect(!vectors.addresses.isEmpty && !vectors.noAddresses.isEmpty)
        for vector in vectors.addresses {
            let address = try BusAddress(vector.address)
            #expect(address.publishEndpoint == vector.publish)
            #expect(address.subscribeEndpoint == vector.subscribe)
            #expect(address.requestEndpoint == vector.request)
        }
        for text in vectors.noAddresses {
            #expect(throws: MessageError.self, "\(text)") { try BusAddress(text) }
        }
    }

    private func name(_ error: WireError) -> String {
        switch error {
        case .noBar: "no-bar"
        case .badTopic: "bad-topic"
        case .truncatedStamp: "short"
        case .shortStamp, .longStamp: "length"
        case .version: "version"
        }
    }
}
