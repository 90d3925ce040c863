internal import Binnacle
internal import Glibc
internal import Platform

/// The turn of one launcher to look at a bus's address, start the bus where there is none, and make itself known there.
///
/// Two that looked at once would both find nobody, and both start a bus.
final class LaunchTurn: Sendable {
    private let held: Lock<NamedLock?>

    private static let interval = Duration.milliseconds(20)

    /// Waits for the turn.
    ///
    /// - Throws: that another launcher has it and does not come to an end.
    static func take(at address: BusAddress, within patience: Duration = .seconds(30)) async throws
        -> LaunchTurn
    {
        let name = name(of: address)
        let deadline = ContinuousClock.now + patience
        while true {
            if let lock = try NamedLock.take(name) { return LaunchTurn(lock) }
            guard ContinuousClock.now < deadline else {
                let whose = NamedLock.holder(of: name).map { " (process \($0))" } ?? ""
                throw CommandError(
                    "another launcher\(whose) is about to start a rig at \(address) and has not done so for "
                        + "\(patience.components.seconds) s; end it, or name another address (--address, BINNACLE_BUS)",
                    code: .usage
                )
            }
            try await Task.sleep(for: interval)
        }
    }

    private init(_ lock: NamedLock) {
        held = Lock(lock)
    }

    /// Lets the next one look.
    func end() { held.withLock { $0 = nil } }

    /// The user's own, by the address: FNV-1a, 64 bits, because an address may be longer than a name may be.
    private static func name(of address: BusAddress) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in address.description.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "binnacle-launch-\(getuid())-\(String(hash, radix: 16))"
    }
}
