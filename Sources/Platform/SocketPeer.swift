internal import CSystem
internal import Glibc

/// The other end of a connected socket.
public enum SocketPeer {
    /// Its numeric address and port, `10.0.0.5:41234` or `[fe80::1]:41234`; `nil` where there is none.
    public static func description(of descriptor: Int32) -> String? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isFound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getpeername(descriptor, $0, &length) == 0
            }
        }
        let family = CInt(address.ss_family)
        guard isFound, family == AF_INET || family == AF_INET6 else { return nil }
        var host = [CChar](repeating: 0, count: 64)
        var port = [CChar](repeating: 0, count: 8)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getnameinfo(
                    $0,
                    length,
                    &host,
                    socklen_t(host.count),
                    &port,
                    socklen_t(port.count),
                    NI_NUMERICHOST | NI_NUMERICSERV
                )
            }
        }
        guard status == 0 else { return nil }
        let name = text(host)
        return family == AF_INET6 ? "[\(name)]:\(text(port))" : "\(name):\(text(port))"
    }

    /// How many milliseconds ago the other end last sent something, by TCP; `nil` where that is not known.
    public static func silence(of descriptor: Int32) -> Int? {
        var info = tcp_info()
        var length = socklen_t(MemoryLayout<tcp_info>.size)
        guard getsockopt(descriptor, CInt(IPPROTO_TCP), TCP_INFO, &info, &length) == 0 else { return nil }
        return Int(info.tcpi_last_data_recv)
    }

    /// The process at the other end of a local socket; `nil` where it is not of this system, or of another container.
    public static func process(of descriptor: Int32) -> Int32? {
        let process = csystem_peer_process(descriptor)
        return process > 0 ? process : nil
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
