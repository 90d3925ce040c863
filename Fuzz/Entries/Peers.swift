internal import Glibc
internal import Platform
internal import ZMTP

/// Peers of a bus: whatever one sends, in whatever pieces, makes the same words or the same refusal, and what it is
/// sent in answer is frames.
enum Peers {
    private enum Word: Equatable {
        case greeted
        case part([UInt8], hasMore: Bool)
        case command([UInt8])
        case change([UInt8], isSubscription: Bool)
        case refused(ZMTPError)
    }

    static func run(_ input: [UInt8]) throws {
        guard let first = input.first else { return }
        let role: Role = first & 32 != 0 ? .router : first & 16 == 0 ? .pull : .extendedPublish
        let stream = Array(input.dropFirst())
        let whole = try words(of: stream, as: role, pieces: max(1, stream.count))
        let cut = try words(of: stream, as: role, pieces: 1 + Int(first % 16))
        try BrokenProperty.unless(whole == cut, "\(cut) in pieces and \(whole) at once")
    }

    private static func words(of stream: [UInt8], as role: Role, pieces: Int) throws -> [Word] {
        var ends: (CInt, CInt) = (-1, -1)
        let type = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        try SystemError.check("socketpair") {
            withUnsafeMutablePointer(to: &ends) {
                $0.withMemoryRebound(to: CInt.self, capacity: 2) { socketpair(AF_UNIX, type, 0, $0) }
            }
        }
        let client = OwnedDescriptor(ends.0)
        let limits = Peer.Limits(longestPart: 1024, frames: 8, bytes: 4096)
        let peer = Peer(over: OwnedDescriptor(ends.1), as: role, limits: limits, at: 0)
        var buffer = InputBuffer()
        var words: [Word] = []
        var rest = stream[...]
        while !rest.isEmpty {
            try client.write(Array(rest.prefix(pieces)))
            rest = rest.dropFirst(pieces)
            do throws(ZMTPError) {
                try take(from: peer, role, &buffer, &words)
            } catch {
                return words + [.refused(error)]
            }
            try BrokenProperty.unless(
                peer.waitingFrames <= 9 && peer.waitingBytes <= 4096 + 1024 + 64,
                "\(peer.waitingFrames) frames and \(peer.waitingBytes) bytes wait"
            )
            _ = try client.read(atMost: 65_536)
        }
        return words
    }

    private static func take(
        from peer: Peer,
        _ role: Role,
        _ buffer: inout InputBuffer,
        _ words: inout [Word]
    ) throws(ZMTPError) {
        _ = peer.fill(&buffer)
        var batch = peer.batch(of: buffer)
        if !peer.isReady, try peer.greet(&batch) { words.append(.greeted) }
        while peer.isReady, let frame = try batch.next() {
            let body = batch.body(of: frame)
            if role == .extendedPublish, let change = SubscriptionChange(body, isCommand: frame.isCommand) {
                words.append(.change(Array(body[change.prefix]), isSubscription: change.isSubscription))
            } else if frame.isCommand {
                words.append(.command(Array(body)))
                peer.answer(body)
            } else {
                words.append(.part(Array(body), hasMore: frame.hasMore))
                let start = UnsafeRawBufferPointer(rebasing: batch.bytes[frame.start..<frame.body.upperBound])
                if !frame.hasMore { _ = peer.write(start, frames: 1) }
            }
        }
        peer.finish(batch, in: &buffer)
    }
}
