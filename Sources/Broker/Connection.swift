internal import Glibc
internal import Platform

/// A TCP connection to the bus, as the broker's thread knows it.
final class Connection {
    /// How a connection ended, as far as its other end tells.
    enum End {
        /// The peer closed it.
        case left
        /// The bus closed it while the peer was speaking: what it said was not to be borne.
        case cut
        /// The bus closed it after the peer had said nothing for some seconds.
        case silent
    }

    /// Where the peer is: address and port.
    let peer: String
    /// When it came, monotonic nanoseconds.
    let accepted = MonotonicClock.nanoseconds
    /// Whether it came to an endpoint that asks for a key.
    let isSecured: Bool
    /// The public key of the peer, as far as is known.
    var key: String?
    /// Whether the peers have greeted each other.
    var hasGreeted = false
    /// Whether the bus has ended it on purpose, and has said why.
    private(set) var isEnded = false
    // A duplicate: libzmq closes its own from another thread, and the number may be another connection's then.
    private let descriptor: OwnedDescriptor

    /// Takes note of a connection by libzmq's descriptor; `nil` where it is gone already.
    init?(_ number: Int32, isSecured: Bool) {
        let duplicate = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else { return nil }
        descriptor = OwnedDescriptor(duplicate)
        guard let peer = SocketPeer.description(of: duplicate) else { return nil }
        self.peer = peer
        self.isSecured = isSecured
    }

    // Somewhat less than the heartbeats' three seconds.
    private static let patience = 2500

    /// Ends it; libzmq notices as if the peer had gone.
    func end() {
        isEnded = true
        shutdown(descriptor.number, CInt(SHUT_RDWR))
    }

    /// How it ended, to be asked once libzmq has closed it.
    var howEnded: End {
        var byte: UInt8 = 0
        let flags = CInt(MSG_PEEK | MSG_DONTWAIT)
        let count = recv(descriptor.number, &byte, 1, flags)
        if count > 0 { return .cut }
        guard count < 0, errno == EAGAIN || errno == EINTR else { return .left }
        // All that came has been read, and was too much, or nothing came for as long as is waited for a sign of life.
        return (SocketPeer.silence(of: descriptor.number) ?? 0) < Self.patience ? .cut : .silent
    }
}
