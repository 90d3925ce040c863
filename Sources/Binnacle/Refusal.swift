internal import Keys
internal import Messages
internal import ZMTP
internal import ZeroMQ

/// Why a bus does not let a node in, and what to do.
struct Refusal: Sendable {
    let message: String
    /// Whether it is tried again; else it stands until the program is started again.
    let isTriedAgain: Bool
    /// Whether it is only that nothing is said.
    let isSilence: Bool

    init(_ failure: HandshakeFailure, of address: BusAddress, key: ClientKey?) {
        switch (failure, key) {
        case (.notAuthorised, let key?):
            message =
                "the bus at \(address) does not let the key '\(key.name)' in (\(key.path)): it is unknown there, or "
                + "has been revoked; see 'binnacle keys list' at the bus"
        case (.mechanismMismatch, nil), (.notAuthorised, nil):
            message =
                "the bus at \(address) lets in who has a key alone; set BINNACLE_KEY to the file that "
                + "'binnacle keys new' has made at the bus"
        case (.mechanismMismatch, let key?):
            message =
                "the bus at \(address) asks for no key, but BINNACLE_KEY gives \(key.path); unset it, or take the "
                + "address of the bus that asks for keys"
        case (.wrongKey, let key?), (.cutOff, let key?):
            message =
                "the bus at \(address) ends the connection at once: the key of the bus in \(key.path) is not its "
                + "own, or it asks for no key, or it is no bus; get a new file from the bus"
        case (.wrongKey, nil), (.cutOff, nil):
            message =
                "what is at \(address) ends the connection at once: it lets in who has a key alone (BINNACLE_KEY), or "
                + "it is no bus"
        case (.silent, _): message = Self.silence(at: address)
        case (.malformed, _):
            message = "what is at \(address) does not speak ZMTP: it is no bus"
        }
        isSilence = failure == .silent
        isTriedAgain = failure == .cutOff || failure == .silent
    }

    private static func silence(at address: BusAddress) -> String {
        "what listens at \(address) does not answer as a bus: it is held up or stopped, or another program"
    }

    /// Reads why the link to a bus of this machine could not be made.
    init(_ error: ZMTPError, of address: BusAddress) {
        switch error {
        case .cutOff:
            message =
                "what is at \(address) ends the connection at once: it is no bus, or one that is just ending"
        case .silent: message = Self.silence(at: address)
        default: message = "what is at \(address) is no bus: \(error)"
        }
        isSilence = error == .silent
        isTriedAgain = error == .cutOff || error == .silent
    }
}

extension SocketOptions {
    /// Creates the options of a socket of a node, with its key where the bus is reached by TCP.
    init(of configuration: NodeConfiguration) {
        self.init()
        guard configuration.address.folder == nil, let key = configuration.key else { return }
        curve = key.curve
        // A server that cannot read the client only hangs up: without a pause that would be tried ten times a second.
        reconnectInterval = 500
    }
}
