internal import Glibc
public import Messages
internal import Platform

extension BusAddress {
    /// The address of the bus of this user and machine.
    ///
    /// `BINNACLE_BUS`, else the folder `binnacle` in `XDG_RUNTIME_DIR`, else `/tmp/binnacle-<user id>`.
    /// - Throws: what is wrong with the address in `BINNACLE_BUS`.
    public static func fromEnvironment() throws(MessageError) -> BusAddress {
        if let text = Environment["BINNACLE_BUS"], !text.isEmpty { return try BusAddress(text) }
        if let folder = Environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") {
            return try BusAddress("ipc://\(folder)/binnacle")
        }
        return try BusAddress("ipc:///tmp/binnacle-\(getuid())")
    }

    /// Checks that the folder of the bus, if it is there, belongs to this user and is closed to others.
    ///
    /// - Throws: whose it is, and what to do.
    func checkOwner() throws(NodeError) {
        guard let folder else { return }
        var status = stat()
        guard stat(folder, &status) == 0 else { return }
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
