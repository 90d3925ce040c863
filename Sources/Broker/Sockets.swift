internal import Glibc
internal import Messages
internal import ZeroMQ

/// The three sockets of a bus.
struct Sockets: ~Copyable {
    let publish: Socket
    let subscribe: Socket
    let request: Socket
    let address: BusAddress
    private(set) var isOpen = false

    /// Opens the sockets and binds those of readers and of requests.
    ///
    /// Senders are let in later by ``open()``, so that after a restart readers are back before them.
    init(_ configuration: BrokerConfiguration) throws(BrokerError) {
        let context: Context
        do { context = try Context(maximumSockets: 65_536) } catch { throw BrokerError("\(error)") }
        var options = SocketOptions()
        options.maximumPartSize = configuration.maximumPartSize
        let publish = try Self.socket(.pull, context, options)
        options.sendHighWaterMark = configuration.subscriberQueue
        options.verbose = true
        let subscribe = try Self.socket(.xpublish, context, options)
        options.verbose = false
        options.mandatory = true
        options.linger = 200
        let request = try Self.socket(.router, context, options)
        address = try Self.bind(subscribe, request, at: configuration.address)
        self.publish = publish
        self.subscribe = subscribe
        self.request = request
    }

    /// Lets senders in.
    mutating func open() throws(BrokerError) {
        do {
            try publish.bind(to: address.publishEndpoint)
        } catch {
            throw Self.explain(error, address)
        }
        isOpen = true
    }

    /// Binds those again whose socket file somebody has removed; connections that there are go on.
    func restore() throws(ZMQError) {
        guard let folder = address.folder else { return }
        // The old listener stays, on a file that has no name any more: to unbind it would remove the new file.
        if access("\(folder)/subscribe", F_OK) != 0 { try subscribe.bind(to: address.subscribeEndpoint) }
        if access("\(folder)/request", F_OK) != 0 { try request.bind(to: address.requestEndpoint) }
        if isOpen, access("\(folder)/publish", F_OK) != 0 { try publish.bind(to: address.publishEndpoint) }
    }

    private static func bind(
        _ subscribe: borrowing Socket,
        _ request: borrowing Socket,
        at address: BusAddress
    ) throws(BrokerError) -> BusAddress {
        do {
            guard address.hasWildcardPort else {
                try subscribe.bind(to: address.subscribeEndpoint)
                try request.bind(to: address.requestEndpoint)
                return address
            }
            for _ in 0..<200 {
                // Below the range from which the system gives ports to outgoing connections.
                let candidate = address.with(port: .random(in: 10_000..<32_000))
                guard try isFree(candidate.subscribeEndpoint, for: subscribe) else { continue }
                if try isFree(candidate.requestEndpoint, for: request) { return candidate }
                try subscribe.unbind(from: candidate.subscribeEndpoint)
            }
        } catch {
            throw explain(error, address)
        }
        throw BrokerError("found no three free ports in a row for \(address)")
    }

    private static func isFree(_ endpoint: String, for socket: borrowing Socket) throws(ZMQError) -> Bool {
        do {
            try socket.bind(to: endpoint)
            return true
        } catch  where error.isAddressInUse {
            return false
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

    private static func explain(_ error: ZMQError, _ address: BusAddress) -> BrokerError {
        if error.isAddressInUse {
            BrokerError(
                "\(error.call): something is there already; stop it, or name another place with --address"
            )
        } else {
            BrokerError("\(error)")
        }
    }
}
