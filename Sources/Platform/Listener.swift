internal import Glibc

/// Whether somebody listens at a place, found out by connecting to it and hanging up at once.
public enum Listener: Hashable, Sendable {
    /// Somebody does, whoever it is.
    case present
    /// Nobody does.
    case absent
    /// That cannot be found out, and why.
    case unknown(String)

    /// Looks at a local socket's file; does not block.
    public static func at(path: String) -> Listener {
        do throws(SystemError) {
            _ = try LocalSocket.connect(to: path)
            return .present
        } catch {
            return switch error.code {
            case ENOENT, ENOTDIR, ECONNREFUSED: .absent
            // So many wait to be let in that there is no room for another one.
            case EAGAIN: .present
            default: .unknown("\(error)")
            }
        }
    }

    /// Looks at a port; blocks for as long as the system's resolver does, and two seconds for each of the host's addresses.
    ///
    /// - Parameters:
    ///   - host: a name, or a number without brackets.
    ///   - port: the port.
    /// - Returns: ``present`` where one of the host's addresses has a listener.
    public static func at(host: String, port: UInt16) -> Listener {
        let found = NetworkAddress.resolve(host, port: port)
        guard let first = found.first else { return .unknown("the host's name '\(host)' is not known") }
        // libzmq looks names up in IPv4.
        let addresses = host.contains(":") ? found : found.filter { !$0.isIPv6 }
        guard !addresses.isEmpty else {
            return .unknown("'\(host)' is a name in IPv6 alone: write its number, \(first.host)")
        }
        var failure: Listener?
        for address in addresses {
            do throws(SystemError) {
                _ = try address.connect(within: 2000)
                return .present
            } catch {
                if error.code == ECONNREFUSED { continue }
                failure = failure ?? .unknown("\(address.host): \(String(cString: strerror(error.code)))")
            }
        }
        return failure ?? .absent
    }
}
