/// Where sentences come from.
enum Source: Equatable, Sendable {
    /// A recording: read to its end as fast as the readers of the bus confirm.
    case file(String)
    /// A FIFO: each time that its last writer closes it the next one is waited for.
    case pipe(String)
    /// Standard input, to its end.
    case standardInput
    /// A serial port or a pseudo-terminal; without a speed it is left as it is, or set to 9600 where it is a real port.
    case serial(String, baud: Int?)
    /// A server that sends sentences.
    case tcp(host: String, port: UInt16)
    /// Datagrams to a port of this machine; without a host, on every interface.
    case udp(host: String?, port: UInt16)

    /// Speeds that a serial port can be set to.
    static let speeds = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600]

    /// Whether it goes on for ever, so that its loss is waited out.
    var isLive: Bool {
        switch self {
        case .file, .standardInput: false
        case .pipe, .serial, .tcp, .udp: true
        }
    }
}

extension Source: CustomStringConvertible {
    var description: String {
        switch self {
        case .file(let path), .pipe(let path), .serial(let path, _): path
        case .standardInput: "standard input"
        case .tcp(let host, let port): "tcp://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        case .udp(let host, let port): "udp://\(host ?? ""):\(port)"
        }
    }
}
