internal import Messages

/// A wish for last values, `~<nonce>/<prefix>`, and how far it has been answered.
struct Question {
    /// What was subscribed to.
    let wanted: [UInt8]
    private static let longestNonce = 64
    /// How much of it is the nonce, with what stands around it.
    let nonceSize: Int
    /// The topic to look at next.
    var next = 0
    /// How many values have been sent.
    var count = 0
    /// How often topics had been numbered anew when that was so.
    var renumbered = 0

    /// Reads a subscription that begins with a tilde; `nil` where it is no wish.
    ///
    /// All of it comes back with the answer, the nonce with each value: so it has an end.
    /// - Parameters:
    ///   - wanted: what was subscribed to.
    ///   - longest: how long what is behind the nonce may be, bytes.
    init?(_ wanted: [UInt8], longest: Int) {
        guard let slash = wanted.prefix(Self.longestNonce + 2).firstIndex(of: UInt8(ascii: "/")),
            Topic.isSegment(String(decoding: wanted[1..<slash], as: UTF8.self)),
            wanted.count - slash - 1 <= longest
        else { return nil }
        self.wanted = wanted
        nonceSize = slash + 1
    }

    var nonce: ArraySlice<UInt8> { wanted[..<nonceSize] }
    var prefix: ArraySlice<UInt8> { wanted[nonceSize...] }
}
