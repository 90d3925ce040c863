internal import Keys
internal import Messages
internal import ZeroMQ

/// The way in for who has a key: the authenticator, the keys, and a publish socket whose messages are checked.
///
/// Subscribers and callers share the sockets of those without keys: what goes out is the same for all.
final class SecuredEntrance {
    let authenticator: Authenticator
    let publish: Socket
    let pair: CurvePair
    var keys: AuthorisedKeys

    init(_ folder: KeyFolder, in context: Context, options: SocketOptions) throws(BrokerError) {
        do throws(KeyError) {
            pair = try folder.busPair()
        } catch {
            throw BrokerError("\(error)")
        }
        keys = AuthorisedKeys(folder)
        do throws(ZMQError) {
            authenticator = try Authenticator(in: context)
            publish = try Socket(.pull, in: context, options: options)
            try publish.serveClientsWithKeys(pair.secretKey, domain: Domain.publish.rawValue)
        } catch {
            throw BrokerError("\(error)")
        }
    }

    /// What the authenticator is told a socket is for.
    enum Domain: String {
        case publish, subscribe, request
    }
}
