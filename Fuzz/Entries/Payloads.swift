internal import Messages

/// Payloads: what is read is written, reads the same again, and is JSON to the general reader too.
enum Payloads {
    private static let kinds: [@Sendable ([UInt8]) throws -> Void] = [
        { try check(Arrow.self, $0) },
        { try check(Clock.self, $0) },
        { try check(Direction.self, $0) },
        { try check(Failure.self, $0) },
        { try check(Fix.self, $0) },
        { try check(Heading.self, $0) },
        { try check(IMU.self, $0) },
        { try check(Log.self, $0) },
        { try check(MagneticField.self, $0) },
        { try check(Pin.self, $0) },
        { try check(Region.self, $0) },
        { try check(Sentence.self, $0) },
        { try check(Sky.self, $0) },
        { try check(Status.self, $0) },
        { try check(LocationServices.self, $0) },
    ]

    /// Reads a payload of the kind that the first byte chooses: `A` for an arrow, `B` for a clock and so on.
    static func run(_ input: [UInt8]) throws {
        guard let first = input.first else { return }
        try kinds[Int(first &- UInt8(ascii: "A")) % kinds.count](Array(input.dropFirst()))
    }

    private static func check<Kind: Message & Equatable>(_ kind: Kind.Type, _ payload: [UInt8]) throws {
        guard let message = try? Kind(decoding: payload.span) else { return }
        do throws(MessageError) {
            _ = try JSONValue.parse(payload)
        } catch {
            // A number that no double holds is passed over under a key that the kind does not know.
            let isPassedOver = error.problem.hasSuffix("too large for a number")
            try BrokenProperty.unless(isPassedOver, "\(Kind.kind): read, and no JSON: \(error)")
        }
        try roundTrip(message)
    }

    /// Writes a message and reads it again, as a publisher and a subscriber do.
    static func roundTrip<Kind: Message & Equatable>(_ message: Kind) throws(BrokenProperty) {
        var bytes: [UInt8] = []
        let again: Kind
        do throws(MessageError) {
            try message.encode(into: &bytes)
            again = try Kind(decoding: bytes.span)
        } catch {
            throw BrokenProperty("\(Kind.kind): \(error) in \(String(decoding: bytes, as: UTF8.self))")
        }
        try BrokenProperty.unless(again == message, "\(Kind.kind): \(message) became \(again)")
    }
}
