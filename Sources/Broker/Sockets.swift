internal import Messages
internal import Platform
internal import ZMTP
internal import ZeroMQ

/// The sockets of a bus, bound at all of its addresses.
///
/// Those of this machine are spoken to without libzmq.
struct Sockets: ~Copyable {
    var local: LocalSockets
    /// For those who come by TCP, where there is such an address.
    let remote: RemoteSockets?
    /// What it takes to let in who has a key, where there is an address for them.
    let entrance: SecuredEntrance?
    let watches: Watches?
    /// Where anybody is let in, with the ports that were found.
    let addresses: [BusAddress]
    /// Where who has a key is let in, with the ports that were found.
    let securedAddresses: [BusAddress]
    private(set) var isOpen = false

    /// Opens the sockets and binds those of readers and of requests.
    ///
    /// Senders are let in later by ``open()``, so that after a restart readers are back before them.
    init(_ configuration: BrokerConfiguration) throws(BrokerError) {
        let context = try Self.context(configuration)
        let remote = try Self.remote(configuration, context)
        let entrance = try Self.entrance(configuration, context)
        let budget = try DescriptorBudget(
            limit: DescriptorLimit.current,
            used: DescriptorLimit.used,
            configuration
        )
        let watches = try Self.watches(remote, entrance, limit: budget.remote, context)
        var local: LocalSockets
        do {
            local = try LocalSockets(configuration, maximumConnections: budget.local)
        } catch {
            throw BrokerError("\(error)")
        }
        // The authenticator is there by now: libzmq lets everybody in while it is not.
        var addresses: [BusAddress] = []
        for address in configuration.addresses {
            if let subscribe = address.subscribePath, let request = address.requestPath {
                try Self.listen(at: subscribe, as: .extendedPublish, &local)
                try Self.listen(at: request, as: .router, &local)
                addresses.append(address)
            } else if let remote {
                addresses.append(try Self.bind(remote.subscribe, remote.request, at: address))
            }
        }
        var securedAddresses: [BusAddress] = []
        for address in configuration.securedAddresses {
            guard let remote else { continue }
            try Self.secure(remote.subscribe, remote.request, entrance)
            let bound = try Self.bind(remote.subscribe, remote.request, at: address)
            watches?.subscribe.secure(bound.subscribeEndpoint)
            watches?.request.secure(bound.requestEndpoint)
            watches?.securedPublish?.secure(bound.publishEndpoint)
            securedAddresses.append(bound)
        }
        self.local = local
        self.remote = remote
        self.entrance = entrance
        self.watches = watches
        self.addresses = addresses
        self.securedAddresses = securedAddresses
    }

    /// Lets senders in.
    mutating func open() throws(BrokerError) {
        for address in addresses {
            if let path = address.publishPath {
                try Self.listen(at: path, as: .pull, &local)
            } else if let remote {
                try Self.bind(remote.publish, to: address.publishEndpoint)
            }
        }
        for address in securedAddresses {
            if let entrance { try Self.bind(entrance.publish, to: address.publishEndpoint) }
        }
        isOpen = true
    }

    /// By which way a route leads: its first byte, which nobody but the bus writes.
    enum Way {
        static let local: UInt8 = 0
        static let remote: UInt8 = 1
    }

    /// Sends a message to a client that has asked, or to a node; its first part is the route.
    ///
    /// - Parameters:
    ///   - parts: the message.
    ///   - isBounded: whether it is refused where too much waits already: the bus listens to nobody for whom much does.
    /// - Returns: what became of it.
    /// - Throws: what libzmq says.
    func send(_ parts: [[UInt8]], isBounded: Bool = true) throws(ZMQError) -> Socket.Outcome {
        guard let route = parts.first, let way = route.first else { return .unreachable }
        if way == Way.remote {
            return try remote?.request.send([Array(route.dropFirst())] + parts.dropFirst()) ?? .unreachable
        }
        guard let requester = local.requester(route.dropFirst()) else { return .unreachable }
        defer { requester.watch() }
        return switch requester.peer.deliver(parts.dropFirst(), isBounded: isBounded) {
        case .sent: .sent
        case .full: .full
        case .gone: .unreachable
        }
    }

    /// Whether who is at the end of a route has said something that there was no time for yet.
    func isQueued(_ route: [UInt8]) -> Bool {
        route.first == Way.local && local.requester(route.dropFirst())?.isQueued == true
    }

    /// Whether somebody was at the end of a route of whom not all has been read.
    func mayHaveSaidMore(_ route: [UInt8]) -> Bool {
        route.first == Way.local && local.requester(route.dropFirst()) != nil
    }

    /// Whether a route is known to lead to nobody any more.
    func hasGone(_ route: [UInt8]) -> Bool {
        guard route.first == Way.local else { return false }
        return local.requester(route.dropFirst())?.peer.isBroken ?? true
    }

    /// What libzmq needs, where there is an address that it serves.
    private static func context(_ configuration: BrokerConfiguration) throws(BrokerError) -> Context? {
        let addresses = configuration.addresses + configuration.securedAddresses
        guard addresses.contains(where: { $0.folder == nil }) else { return nil }
        do { return try Context(maximumSockets: 65_536) } catch { throw BrokerError("\(error)") }
    }

    private static func remote(
        _ configuration: BrokerConfiguration,
        _ context: Context?
    ) throws(BrokerError) -> RemoteSockets? {
        guard let context else { return nil }
        do { return try RemoteSockets(configuration, in: context) } catch { throw BrokerError("\(error)") }
    }

    private static func listen(
        at path: String,
        as role: Role,
        _ local: inout LocalSockets
    ) throws(BrokerError) {
        do { try local.listen(at: path, as: role) } catch { throw explain(error) }
    }

    private static func entrance(
        _ configuration: BrokerConfiguration,
        _ context: Context?
    ) throws(BrokerError) -> SecuredEntrance? {
        guard let context, !configuration.securedAddresses.isEmpty else { return nil }
        guard let keys = configuration.keys else {
            throw BrokerError("an address with keys needs the folder where they are")
        }
        var options = SocketOptions()
        options.maximumPartSize = configuration.maximumPartSize
        return try SecuredEntrance(keys, in: context, options: options)
    }

    private static func watches(
        _ remote: RemoteSockets?,
        _ entrance: SecuredEntrance?,
        limit: Int,
        _ context: Context?
    ) throws(BrokerError) -> Watches? {
        guard let remote, let context else { return nil }
        do throws(ZMQError) {
            return Watches(
                publish: try ConnectionWatch(remote.publish, in: context, limit: limit),
                subscribe: try ConnectionWatch(remote.subscribe, in: context, limit: limit),
                request: try ConnectionWatch(remote.request, in: context, limit: limit),
                securedPublish: try entrance.map { entrance throws(ZMQError) in
                    try ConnectionWatch(entrance.publish, in: context, limit: limit)
                }
            )
        } catch {
            throw BrokerError("\(error)")
        }
    }

    /// Lets the endpoints that are bound next ask for keys; those that have been bound go on as they are.
    private static func secure(
        _ subscribe: borrowing Socket,
        _ request: borrowing Socket,
        _ entrance: SecuredEntrance?
    ) throws(BrokerError) {
        guard let entrance else { return }
        do throws(ZMQError) {
            let secret = entrance.pair.secretKey
            try subscribe.serveClientsWithKeys(secret, domain: SecuredEntrance.Domain.subscribe.rawValue)
            try request.serveClientsWithKeys(secret, domain: SecuredEntrance.Domain.request.rawValue)
        } catch {
            throw BrokerError("\(error)")
        }
    }
}
