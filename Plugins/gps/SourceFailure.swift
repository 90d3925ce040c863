internal import Binnacle
internal import Glibc
internal import Platform

/// Why a source cannot be read, and what to do about it.
struct SourceFailure: Error, Equatable, CustomStringConvertible {
    let code: Failure.Code
    let description: String

    init(_ code: Failure.Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Explains the failure of a system call.
    init(_ error: SystemError, of source: Source) {
        let what = String(cString: strerror(error.code))
        if error.call == "getaddrinfo" {
            self.init(lookUp: error, of: source)
            return
        }
        switch (source, error.code) {
        case (.udp(_, _, let interface?), ENODEV) where error.call == "interface":
            self.init(
                .deviceLost,
                "\(source): there is no interface '\(interface)'; 'ip link' names those there are"
            )
        case (.udp(_, let port, _), EACCES), (.listener(_, let port), EACCES):
            self.init(.denied, "\(source): port \(port) is root's; choose one from 1024 on")
        case (_, EACCES), (_, EPERM):
            self.init(.denied, "\(source): \(what); make it readable for this user")
        case (.udp(_, let port, _), EADDRINUSE), (.listener(_, let port), EADDRINUSE):
            self.init(
                .deviceLost,
                "\(source): port \(port) is in use; end the program that has it or choose another"
            )
        case (.udp, EADDRNOTAVAIL), (.listener, EADDRNOTAVAIL):
            self.init(
                .deviceLost,
                "\(source): this machine does not have that address; correct it, or leave it out"
            )
        case (.gpsd, _):
            self.init(.deviceLost, "\(source): \(what); start gpsd, or correct host and port")
        case (.tcp, _):
            self.init(.deviceLost, "\(source): \(what); start the server, or correct host and port")
        default:
            self.init(.deviceLost, "\(source): \(what)")
        }
    }

    /// Explains why a host's name leads nowhere.
    private init(lookUp error: SystemError, of source: Source) {
        let host =
            switch source {
            case .tcp(let host, _), .gpsd(let host, _, _): host
            case .udp(let host, _, _), .listener(let host, _): host ?? ""
            case .file, .pipe, .standardInput, .serial: ""
            }
        let problem = error.code == ETIMEDOUT ? "could not be looked up in time" : "is not known"
        self.init(
            .deviceLost,
            "\(source): the host's name '\(host)' \(problem); correct it, or check the network"
        )
    }

    /// Explains the failure of a call on a serial port.
    init(_ error: SystemError, ofPort path: String) {
        let what = String(cString: strerror(error.code))
        switch error.code {
        case EACCES, EPERM:
            self.init(
                .denied,
                "\(path): \(what); allow it with: sudo usermod -aG dialout $USER, and log in again"
            )
        case EBUSY: self.init(.denied, "\(path): another program uses it; end that program")
        case ENOTTY: self.init(.deviceLost, "\(path) is no serial port; name one, such as /dev/ttyACM0")
        case EIO where error.call == "read":
            self.init(.deviceLost, "\(path) was unplugged; plug it in again")
        default: self.init(.deviceLost, "\(path): \(what); plug the receiver in, or name its port")
        }
    }
}
