internal import Glibc
public import Messages
internal import Platform

extension BusAddress {
    /// What the address of the bus is taken from where nobody gives one.
    package enum Origin: Sendable {
        /// `BINNACLE_BUS`.
        case variable
        /// `XDG_RUNTIME_DIR`.
        case runtimeFolder
        /// The number of the user.
        case user
    }

    /// The address of the bus of a user in an environment, and what it is taken from.
    ///
    /// - Throws: what is wrong with the address in `BINNACLE_BUS`.
    package static func usual(
        environment: (String) -> String?,
        user: UInt32
    ) throws(MessageError) -> (address: BusAddress, origin: Origin) {
        if let text = environment("BINNACLE_BUS"), !text.isEmpty { return (try BusAddress(text), .variable) }
        if let folder = environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") {
            return (try BusAddress("ipc://\(folder)/binnacle"), .runtimeFolder)
        }
        return (try BusAddress("ipc://\(fallback(for: user))"), .user)
    }

    /// The folder that is taken where nothing else is said.
    package static func fallback(for user: UInt32) -> String { "/tmp/binnacle-\(user)" }

    /// The address of the bus of this user and machine.
    ///
    /// `BINNACLE_BUS`, else the folder `binnacle` in `XDG_RUNTIME_DIR`, else `/tmp/binnacle-<user id>`.
    /// - Throws: what is wrong with the address in `BINNACLE_BUS`.
    public static func fromEnvironment() throws(MessageError) -> BusAddress {
        try usual(environment: { Environment[$0] }, user: getuid()).address
    }

    /// Checks that a program can go there: to one host, or to a folder that belongs to this user and is closed to others
    /// if it is there.
    ///
    /// - Throws: what is in the way, and what to do.
    func checkOwner() throws(NodeError) {
        guard host != "*" else {
            let port = port.map { "\($0)" } ?? "PORT"
            throw NodeError(
                "\(self) is where a bus lets others in, on all networks; a program goes to one of them: tcp://127.0.0.1:\(port) "
                    + "on the bus's own machine, tcp://ITS-HOST:\(port) on another"
            )
        }
        guard let folder else { return }
        var status = stat()
        guard stat(folder, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw NodeError(
                "\(folder) is no folder, and the bus is in one; set BINNACLE_BUS to another address"
            )
        }
        guard status.st_uid == geteuid() || geteuid() == 0 else {
            throw NodeError(
                "the folder \(folder) belongs to user \(status.st_uid), not to you; set BINNACLE_BUS to another address"
            )
        }
        guard status.st_mode & 0o077 == 0 else {
            throw NodeError("the folder \(folder) is open to others; run: chmod 700 \(folder)")
        }
    }
}
