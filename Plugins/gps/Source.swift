/// Where sentences come from.
enum Source: Equatable, Sendable {
    /// A recording: read to its end as fast as the readers of the bus confirm.
    case file(String)
    /// A FIFO: each time that its last writer closes it the next one is waited for.
    case pipe(String)
    /// Standard input, to its end.
    case standardInput
    /// A serial port or a pseudo-terminal; what is not given of its setting is found out.
    case serial(SerialPorts, speed: Int?, framing: SerialSetting.Framing?)
    /// A server that sends sentences.
    case tcp(host: String, port: UInt16)
    /// A port of this machine to which one device after the other connects and sends sentences.
    case listener(host: String?, port: UInt16)
    /// Datagrams to a port of this machine, or to a group of it; without a host, on every interface.
    case udp(host: String?, port: UInt16, interface: String?)
    /// A gpsd, and one of its devices where it is to be that.
    case gpsd(host: String, port: UInt16, device: String?)
}

extension Source {
    /// Whether who sends can be made to wait: a log that is sent over a socket or a pipe, as fast as it is taken.
    ///
    /// A serial line and datagrams go on all the same, and gpsd hangs up on who does not keep up, and is late for all others.
    var canWait: Bool {
        switch self {
        case .file, .pipe, .standardInput, .tcp, .listener: true
        case .serial, .udp, .gpsd: false
        }
    }
}

extension Source: CustomStringConvertible {
    var description: String {
        switch self {
        case .file(let path), .pipe(let path): path
        case .serial(let ports, _, _): ports.description
        case .standardInput: "standard input"
        case .tcp(let host, let port): "tcp://\(Self.bracketed(host)):\(port)"
        case .listener(let host, let port): "tcp-listen://\(Self.bracketed(host ?? "")):\(port)"
        case .udp(let host, let port, _): "udp://\(Self.bracketed(host ?? "")):\(port)"
        case .gpsd(let host, let port, let device): "gpsd://\(Self.bracketed(host)):\(port)\(device ?? "")"
        }
    }

    private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}
