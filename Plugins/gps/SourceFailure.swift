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
        switch (source, error.code) {
        case (.tcp(let host, _), _) where error.call == "getaddrinfo",
            (.udp(let host?, _), _) where error.call == "getaddrinfo":
            self.init(
                .deviceLost,
                "\(source): the host's name '\(host)' is not known; correct it, or check the network"
            )
        case (.serial(let path, _), EACCES), (.serial(let path, _), EPERM):
            self.init(
                .denied,
                "\(path): \(what); allow it with: sudo usermod -aG dialout $USER, and log in again"
            )
        case (_, EACCES), (_, EPERM):
            self.init(.denied, "\(source): \(what); make it readable for this user")
        case (.serial(let path, _), EBUSY):
            self.init(.denied, "\(path): another program uses it; end that program")
        case (.serial(let path, _), ENOTTY):
            self.init(.deviceLost, "\(path) is no serial port; name one, such as /dev/ttyACM0")
        case (.serial(let path, _), _):
            self.init(.deviceLost, "\(path): \(what); plug the receiver in, or name its port")
        case (.udp(_, let port), EADDRINUSE):
            self.init(
                .deviceLost,
                "\(source): port \(port) is in use; end the program that has it or choose another"
            )
        case (.tcp, _):
            self.init(.deviceLost, "\(source): \(what); start the server, or correct host and port")
        default:
            self.init(.deviceLost, "\(source): \(what)")
        }
    }
}
