internal import Glibc
internal import Messages
internal import Platform
internal import ZMTP
internal import ZeroMQ

/// The sockets of a bus, bound at all of its addresses.
///
/// Those who publish and subscribe on this machine are spoken to without libzmq.
struct Sockets: ~Copyable {
    var local: LocalSockets
    /// For those who publish and subscribe by TCP, where there is such an address.
    let remote: RemoteSockets?
    let request: Socket
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
        let context: Context
        do { context = try Context(maximumSockets: 65_536) } catch { throw BrokerError("\(error)") }
        var options = SocketOptions()
        options.maximumPartSize = configuration.maximumPartSize
        let remote = try Self.remote(configuration, context)
        options.sendHighWaterMark = configuration.subscriberQueue
        options.mandatory = true
        options.linger = 200
        let request = try Self.socket(.router, context, options)
        let entrance = try Self.entrance(configuration, context)
        let watches = try Self.watches(remote, request, entrance, configuration, context)
        var local: LocalSockets
        do { local = try LocalSockets(configuration) } catch { throw BrokerError("\(error)") }
        // The authenticator is there by now: libzmq lets everybody in while it is not.
        var addresses: [BusAddress] = []
        for address in configuration.addresses {
            if let path = address.subscribePath {
                try Self.listen(at: path, as: .extendedPublish, &local)
                try Self.bind(request, to: address.requestEndpoint)
                addresses.append(address)
            } else if let remote {
                addresses.append(try Self.bind(remote.subscribe, request, at: address))
            }
        }
        var securedAddresses: [BusAddress] = []
        for address in configuration.securedAddresses {
            guard let remote else { continue }
            try Self.secure(remote.subscribe, request, entrance)
            let bound = try Self.bind(remote.subscribe, request, at: address)
            watches?.subscribe.secure(bound.subscribeEndpoint)
            watches?.request.secure(bound.requestEndpoint)
            watches?.securedPublish?.secure(bound.publishEndpoint)
            securedAddresses.append(bound)
        }
        self.local = local
        self.remote = remote
        self.request = request
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

    /// Binds the request sockets again whose file somebody has removed; connections that there are go on.
    func restoreRequests() throws {
        for address in addresses {
            guard let folder = address.folder else { continue }
            // The old listener stays, on a file that has no name any more: to unbind it would remove the new file.
            if access("\(folder)/request", F_OK) != 0 {
                try request.serveAnybody()
                try request.bind(to: address.requestEndpoint)
            }
        }
    }

    private static func remote(
        _ configuration: BrokerConfiguration,
        _ context: Context
    ) throws(BrokerError) -> RemoteSockets? {
        let addresses = configuration.addresses + configuration.securedAddresses
        guard addresses.contains(where: { $0.folder == nil }) else { return nil }
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
        _ context: Context
    ) throws(BrokerError) -> SecuredEntrance? {
        guard !configuration.securedAddresses.isEmpty else { return nil }
        guard let keys = configuration.keys else {
            throw BrokerError("an address with keys needs the folder where they are")
        }
        var options = SocketOptions()
        options.maximumPartSize = configuration.maximumPartSize
        return try SecuredEntrance(keys, in: context, options: options)
    }

    private static func watches(
        _ remote: RemoteSockets?,
        _ request: borrowing Socket,
        _ entrance: SecuredEntrance?,
        _ configuration: BrokerConfiguration,
        _ context: Context
    ) throws(BrokerError) -> Watches? {
        guard let remote else { return nil }
        let limit = configuration.maximumConnections
        do throws(ZMQError) {
            return Watches(
                publish: try ConnectionWatch(remote.publish, in: context, limit: limit),
                subscribe: try ConnectionWatch(remote.subscribe, in: context, limit: limit),
                request: try ConnectionWatch(request, in: context, limit: limit),
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

    private static func socket(
        _ kind: Socket.Kind,
        _ context: Context,
        _ options: SocketOptions
    ) throws(BrokerError) -> Socket {
        do {
            return try Socket(kind, in: context, options: options)
        } catch {
            throw BrokerError("\(error)")
        }
    }
}
