internal import Messages

/// How the descriptors of the process are shared out among connections, so that some are left at any time.
///
/// libzmq ends the process when it has none left, and the bus itself needs some: for its lock, and for files of keys.
struct DescriptorBudget: Hashable {
    /// How many connections there may be to each of the sockets of folders.
    let local: Int
    /// How many connections there may be to each of the sockets of TCP.
    let remote: Int

    /// Descriptors that no connection gets.
    private static let reserve = 64
    /// Publish, subscribe and request.
    private static let localSockets = 3
    /// Publish, subscribe and request, and publish for who has a key.
    private static let remoteSockets = 4
    /// libzmq's, and the duplicate that a connection is watched by.
    private static let ofRemoteConnection = 2
    /// With fewer connections than this a bus is of no use.
    private static let fewest = 8

    /// - Parameters:
    ///   - limit: how many the process may have.
    ///   - used: how many it has before anybody has come.
    ///   - configuration: how many connections are wanted, and of what kinds.
    /// - Throws: that there are too few, and how to have more.
    init(limit: Int, used: Int, _ configuration: BrokerConfiguration) throws(BrokerError) {
        let all = configuration.addresses + configuration.securedAddresses
        let hasLocal = all.contains { $0.folder != nil }
        let hasRemote = all.contains { $0.folder == nil }
        let free = max(0, limit - used - Self.reserve)
        let ofAllRemote = Self.remoteSockets * Self.ofRemoteConnection
        let share = !hasRemote ? 0 : hasLocal ? free / 2 : free
        remote = min(configuration.maximumConnections, share / ofAllRemote)
        let left = free - remote * ofAllRemote
        local = hasLocal ? min(configuration.maximumLocalConnections, left / Self.localSockets) : 0
        let enough =
            (!hasRemote || remote >= min(Self.fewest, configuration.maximumConnections))
            && (!hasLocal || local >= min(Self.fewest, configuration.maximumLocalConnections))
        guard enough else {
            throw BrokerError(
                "the bus may have \(limit) files and connections open, and has \(used) of them from its start: too few; "
                    + "allow it more: ulimit -n 1024"
            )
        }
    }
}
