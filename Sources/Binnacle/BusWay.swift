internal import Messages
internal import ZeroMQ

/// How the sockets of a bus are reached.
enum BusWay {
    /// On the bus's machine, by links of our own to the files of its sockets.
    case local(publish: String, subscribe: String, request: String)
    /// By TCP, with libzmq.
    case network(Context)

    /// Finds the way to a bus.
    ///
    /// - Throws: what libzmq says, where it is needed.
    init(to address: BusAddress) throws(ZMQError) {
        if let publish = address.publishPath, let subscribe = address.subscribePath,
            let request = address.requestPath
        {
            self = .local(publish: publish, subscribe: subscribe, request: request)
        } else {
            self = .network(try Context())
        }
    }
}
