/// The head of a UBX frame: two bytes of synchronisation, class, identifier, and the length of the payload.
///
/// Source: u-blox F9 HPG 1.32 interface description, UBX-22008968, section 3.2.
public struct FrameHeader: Equatable, Sendable {
    /// The bytes that a frame begins with.
    public static let synchronisation: (UInt8, UInt8) = (0xB5, 0x62)
    /// The bytes in front of the payload.
    public static let length = 6
    /// The bytes around the payload.
    public static let overhead = 8
    /// The longest payload that is taken for one; RXM-RAWX of 255 measurements has 8176 bytes.
    public static let longestPayload = 8192

    /// The group of messages.
    public let messageClass: UInt8
    /// The message within its class.
    public let identifier: UInt8
    /// The bytes of the payload.
    public let payloadLength: Int

    /// The bytes of the whole frame.
    public var frameLength: Int { payloadLength + Self.overhead }

    /// The message, where it is one that is understood.
    public var message: MessageType? { MessageType(messageClass, identifier) }

    /// Reads a header, or `nil` where its length cannot be: longer than any, or another than its message has.
    ///
    /// - Parameters:
    ///   - bytes: at least ``length`` from the start on.
    ///   - start: where the synchronisation bytes are, which have been seen.
    public init?(_ bytes: Span<UInt8>, at start: Int) {
        messageClass = bytes[start + 2]
        identifier = bytes[start + 3]
        payloadLength = Int(bytes[start + 4]) | Int(bytes[start + 5]) << 8
        guard payloadLength <= Self.longestPayload, message?.allows(payloadLength) ?? true else { return nil }
    }
}
