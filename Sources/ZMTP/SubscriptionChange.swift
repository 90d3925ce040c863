/// What a subscriber says: that it wants the messages with a prefix, or no longer does.
///
/// A message of one byte and the prefix in ZMTP 3.0, a command in 3.1.
/// Source: https://rfc.zeromq.org/spec/37, section "The Subscription Commands".
public struct SubscriptionChange: Hashable, Sendable {
    /// Whether it subscribes; otherwise it takes one subscription back.
    public let isSubscription: Bool
    /// Where the prefix is, in the bytes it was read from.
    public let prefix: Range<Int>

    /// Reads the body of a frame; `nil` where it is something else.
    public init?(_ body: UnsafeRawBufferPointer, isCommand: Bool) {
        if !isCommand {
            guard let first = body.first, first <= 1 else { return nil }
            isSubscription = first == 1
            prefix = 1..<body.count
        } else if body.starts(with: "\u{9}SUBSCRIBE".utf8) {
            isSubscription = true
            prefix = 10..<body.count
        } else if body.starts(with: "\u{6}CANCEL".utf8) {
            isSubscription = false
            prefix = 7..<body.count
        } else {
            return nil
        }
    }
}
