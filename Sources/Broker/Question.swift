/// A wish for last values, `~<nonce>/<prefix>`, and how far it has been answered.
struct Question {
    /// What was subscribed to.
    let wanted: [UInt8]
    /// How much of it is the nonce, with what stands around it.
    let nonceSize: Int
    /// The topic to look at next.
    var next = 0
    /// How many values have been sent.
    var count = 0
    /// How often topics had been numbered anew when that was so.
    var renumbered = 0

    /// Reads a subscription that begins with a tilde; `nil` where it is no wish.
    init?(_ wanted: [UInt8]) {
        guard let slash = wanted.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        self.wanted = wanted
        nonceSize = slash + 1
    }

    var nonce: ArraySlice<UInt8> { wanted[..<nonceSize] }
    var prefix: ArraySlice<UInt8> { wanted[nonceSize...] }
}
