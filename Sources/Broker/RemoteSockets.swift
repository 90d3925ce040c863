internal import ZeroMQ

/// libzmq's sockets for those who come by TCP.
final class RemoteSockets {
    let publish: Socket
    let subscribe: Socket
    let request: Socket

    /// The longest part that a subscriber may send, bytes: a subscription, or a question with its nonce, and what a key
    /// adds to either.
    ///
    /// libzmq keeps each byte of a subscription in some hundred of its own, and all others wait for it meanwhile.
    static func longestSubscription(_ limits: BrokerConfiguration) -> Int { limits.longestSubscription + 128 }

    init(_ configuration: BrokerConfiguration, in context: Context) throws(ZMQError) {
        var options = SocketOptions()
        options.maximumPartSize = configuration.maximumPartSize
        publish = try Socket(.pull, in: context, options: options)
        options.sendHighWaterMark = configuration.subscriberQueue
        var asking = options
        asking.mandatory = true
        asking.linger = 200
        request = try Socket(.router, in: context, options: asking)
        options.verbose = true
        options.maximumPartSize = Int64(Self.longestSubscription(configuration))
        subscribe = try Socket(.xpublish, in: context, options: options)
    }
}
