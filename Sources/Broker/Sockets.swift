internal import Glibc
internal import Messages
internal import ZeroMQ

/// The sockets of a bus, bound at all of its addresses.
struct Sockets: ~Copyable {
    let publish: Socket
    let subscribe: Socket
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
        let incoming = options
        let publish = try Self.socket(.pull, context, incoming)
        options.sendHighWaterMark = configuration.subscriberQueue
        options.verbose = true
        let subscribe = try Self.socket(.xpublish, context, options)
        options.verbose = false
        options.mandatory = true
        options.linger = 200
        let request = try Self.socket(.router, context, options)
        let entrance = try Self.entrance(configuration, context, incoming)
        let watches = try Self.watches(publish, subscribe, request, entrance, configuration, context)
        // The authenticator is there by now: libzmq lets everybody in while it is not.
        let addresses = try configuration.addresses.map { address throws(BrokerError) in
            try Self.bind(subscribe, request, at: address)
        }
        let securedAddresses = try configuration.securedAddresses.map { address throws(BrokerError) in
            try Self.secure(subscribe, request, entrance)
            let bound = try Self.bind(subscribe, request, at: address)
            watches?.subscribe.secure(bound.subscribeEndpoint)
            watches?.request.secure(bound.requestEndpoint)
            watches?.securedPublish?.secure(bound.publishEndpoint)
            return bound
        }
        self.publish = publish
        self.subscribe = subscribe
        self.request = request
        self.entrance = entrance
        self.watches = watches
        self.addresses = addresses
        self.securedAddresses = securedAddresses
    }

    /// Lets senders in.
    mutating func open() throws(BrokerError) {
        for address in addresses { try Self.bind(publish, to: address.publishEndpoint) }
        for address in securedAddresses {
            if let entrance { try Self.bind(entrance.publish, to: address.publishEndpoint) }
        }
        isOpen = true
    }

    /// Binds those again whose socket file somebody has removed; connections that there are go on.
    func restore() throws {
        for address in addresses {
            guard let folder = address.folder else { continue }
            // The old listener stays, on a file that has no name any more: to unbind it would remove the new file.
            if access("\(folder)/subscribe", F_OK) != 0 {
                try subscribe.serveAnybody()
                try subscribe.bind(to: address.subscribeEndpoint)
            }
            if access("\(folder)/request", F_OK) != 0 {
                try request.serveAnybody()
                try request.bind(to: address.requestEndpoint)
            }
            if isOpen, access("\(folder)/publish", F_OK) != 0 {
                try publish.bind(to: address.publishEndpoint)
            }
        }
    }

    private static func entrance(
        _ configuration: BrokerConfiguration,
        _ context: Context,
        _ options: SocketOptions
    ) throws(BrokerError) -> SecuredEntrance? {
        guard !configuration.securedAddresses.isEmpty else { return nil }
        guard let keys = configuration.keys else {
            throw BrokerError("an address with keys needs the folder where they are")
        }
        return try SecuredEntrance(keys, in: context, options: options)
    }

    private static func watches(
        _ publish: borrowing Socket,
        _ subscribe: borrowing Socket,
        _ request: borrowing Socket,
        _ entrance: SecuredEntrance?,
        _ configuration: BrokerConfiguration,
        _ context: Context
    ) throws(BrokerError) -> Watches? {
        let addresses = configuration.addresses + configuration.securedAddresses
        guard addresses.contains(where: { $0.folder == nil }) else { return nil }
        let limit = configuration.maximumConnections
        do throws(ZMQError) {
            return Watches(
                publish: try ConnectionWatch(publish, in: context, limit: limit),
                subscribe: try ConnectionWatch(subscribe, in: context, limit: limit),
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
