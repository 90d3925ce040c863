internal import Foundation

/// What `docs/protocol-vectors.json` says of messages, sequences and addresses, for clients in all languages.
public struct ProtocolVectors: Decodable, Sendable {
    /// A message and what is in it.
    public struct Message: Decodable, Sendable {
        /// What is special about it.
        public let name: String
        /// The bytes, hexadecimal.
        public let hex: String
        /// The nonce of an answer.
        public let nonce: String?
        /// The topic without nonce.
        public let topic: String
        /// The fields of the stamp, decimal: many readers of JSON keep 53 bits of a number.
        public let publisher, sequence, published: String
        /// The flags of the stamp.
        public let flags: UInt32
        /// The byte that says how the payload is written.
        public let encoding: UInt8
        /// The payload's bytes, hexadecimal.
        public let payload: String
    }

    /// Bytes that are no message.
    public struct Malformed: Decodable, Sendable {
        /// What is wrong.
        public let name: String
        /// The bytes, hexadecimal.
        public let hex: String
        /// Which rule is broken.
        public let error: String
    }

    /// What comes on a topic, in order.
    public struct Sequence: Decodable, Sendable {
        /// What is tried.
        public let name: String
        /// What comes.
        public let steps: [Step]
    }

    /// A message, or how far the bus says that a topic is.
    public struct Step: Decodable, Sendable {
        /// The fields of the stamp, decimal.
        public let publisher, sequence: String
        /// Whether it is a last value that was asked for.
        public let kept: Bool?
        /// Whether it is what `status/bus` says.
        public let newest: Bool?
        /// What it says of the publisher's first message, where somebody was subscribed when it began; decimal.
        public let first: String?
        /// How many messages of the topic it says that the bus has passed on, decimal.
        public let count: String?
        /// `follows`, `lost` or `repeat`.
        public let verdict: String
        /// How many are lost, decimal.
        public let lost: String?
    }

    /// An address and its endpoints.
    public struct Address: Decodable, Sendable {
        /// The address of a bus.
        public let address: String
        /// Where to connect.
        public let publish, subscribe, request: String
    }

    /// Messages that can be read.
    public let messages: [Message]
    /// Bytes to pass over and to count.
    public let malformed: [Malformed]
    /// What is lost, and what is a repeat.
    public let sequences: [Sequence]
    /// Addresses and their endpoints.
    public let addresses: [Address]
    /// Texts that are no addresses.
    public let noAddresses: [String]

    /// Reads the file.
    public static func load() throws -> ProtocolVectors {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = try Data(contentsOf: root.appending(path: "docs/protocol-vectors.json"))
        return try JSONDecoder().decode(ProtocolVectors.self, from: data)
    }

    /// The bytes of a hexadecimal text.
    public static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.utf8.count, by: 2).compactMap {
            UInt8(hex.dropFirst($0).prefix(2), radix: 16)
        }
    }
}
