/// Why a request was not answered with a result.
public struct RequestError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// A short name for what went wrong, an open set: a node may have its own.
    public struct Code: RawRepresentable, Hashable, Codable, Sendable {
        /// The name on the bus.
        public let rawValue: String

        /// Creates a code, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// No node of that name is on the bus.
        public static let unknownNode = Code(rawValue: "unknown-node")
        /// The node has no such method.
        public static let unknownMethod = Code(rawValue: "unknown-method")
        /// No answer came in time.
        public static let timeout = Code(rawValue: "timeout")
        /// The one who asked does not wait for the answer any more.
        public static let cancelled = Code(rawValue: "cancelled")
        /// The node or the bus will not do it.
        public static let refused = Code(rawValue: "refused")
        /// The request cannot be read.
        public static let badRequest = Code(rawValue: "bad-request")
        /// The node tried and failed.
        public static let failed = Code(rawValue: "failed")
        /// There is no fix that is fresh enough.
        public static let locationUnknown = Code(rawValue: "location-unknown")
    }

    /// What went wrong, as a short name.
    public let code: Code
    /// What is wrong and what to do, in words.
    public let message: String

    /// Creates an error.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// The error as one line.
    public var description: String { "\(message) (\(code.rawValue))" }
}
