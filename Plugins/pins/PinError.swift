/// Why a pin was not dropped, listed or cleared.
struct PinError: Error, Hashable, CustomStringConvertible {
    /// What kind of refusal it is, as the caller of a method reads it.
    enum Code: String, Hashable, Sendable {
        /// The request itself is wrong.
        case badRequest = "bad-request"
        /// The request is well formed and cannot be granted now.
        case refused
        /// There is no fix, or only an old one.
        case locationUnknown = "location-unknown"
        /// There is no such pin.
        case unknownPin = "unknown-pin"
        /// The store cannot be read or written.
        case storeFailed = "store-failed"
    }

    /// What kind of refusal it is.
    let code: Code
    /// What happened and what to do, as one line.
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    var description: String { message }
}
