internal import Glibc
internal import Platform
internal import ZMTP

/// Links: whatever a peer sends, in whatever pieces, makes the same messages or the same refusal.
enum Links {
    private enum Outcome: Equatable {
        case part([UInt8], hasMore: Bool)
        case event(Link.Event)
    }

    static func run(_ input: [UInt8]) throws {
        guard let first = input.first else { return }
        let stream = Array(input.dropFirst())
        let role = first & 16 == 0 ? Role.subscribe : .dealer
        let whole = try outcomes(of: stream, pieces: max(1, stream.count), as: role)
        let cut = try outcomes(of: stream, pieces: 1 + Int(first % 16), as: role)
        try BrokenProperty.unless(whole == cut, "\(cut) in pieces and \(whole) at once")
    }

    private static func outcomes(of stream: [UInt8], pieces: Int, as role: Role) throws -> [Outcome] {
        var ends: (CInt, CInt) = (-1, -1)
        let type = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        try SystemError.check("socketpair") {
            withUnsafeMutablePointer(to: &ends) {
                $0.withMemoryRebound(to: CInt.self, capacity: 2) { socketpair(AF_UNIX, type, 0, $0) }
            }
        }
        let peer = OwnedDescriptor(ends.0)
        let link = Link(over: OwnedDescriptor(ends.1), as: role)
        var outcomes: [Outcome] = []
        var rest = stream[...]
        while !rest.isEmpty, link.descriptor >= 0 {
            let piece = Array(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
            try peer.write(piece)
            take(from: link, &outcomes)
        }
        return outcomes
    }

    private static func take(from link: Link, _ outcomes: inout [Outcome]) {
        while let event = link.advance(at: 0) { outcomes.append(.event(event)) }
        let reception = link.receive(limit: .max, at: 0) { bytes, hasMore in
            outcomes.append(.part(bytes.withUnsafeBufferPointer { Array($0) }, hasMore: hasMore))
        }
        if case .ended(let event) = reception { outcomes.append(.event(event)) }
    }
}
