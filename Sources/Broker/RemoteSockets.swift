internal import ZeroMQ

/// libzmq's sockets for those who publish and subscribe by TCP.
final class RemoteSockets {
    let publish: Socket
    let subscribe: Socket

    init(_ configuration: BrokerConfiguration, in context: Context) throws(ZMQError) {
        var options = SocketOptions()
        options.maximumPartSize = configuration.maximumPartSize
        publish = try Socket(.pull, in: context, options: options)
        options.sendHighWaterMark = configuration.subscriberQueue
        options.verbose = true
        subscribe = try Socket(.xpublish, in: context, options: options)
    }
}
