internal import ZMTP

/// A publisher of this machine.
final class Writer {
    let peer: Peer
    /// Its place among the connections.
    let slot: Int
    /// The publisher in the stamps that the bus makes for it.
    let publisher = UInt64.random(in: 0..<1 << 53)
    /// Whether the bus has made one.
    var isStamped = false
    /// The first part of a message whose last has not come; longer than any topic where it is none.
    var topic: [UInt8] = []
    /// How many parts of it have come.
    var parts = 0

    init(_ peer: Peer, slot: Int) {
        self.peer = peer
        self.slot = slot
    }
}
