internal import ZeroMQ

/// libzmq's sockets for those who come by TCP.
final class RemoteSockets {
    let publish: Socket
    let subscribe: Socket
    let request: Socket

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
        subscribe = try Socket(.xpublish, in: context, options: options)
    }
}
