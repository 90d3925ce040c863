/// An event: something that was expected of a node did not come about.
public struct Failure: Message, Hashable {
    /// What failed, an open set of short names.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name on the bus.
        public let rawValue: String

        /// Creates a code, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The device may not be used.
        public static let denied = Code(rawValue: "denied")
        /// There is no fix now.
        public static let locationUnknown = Code(rawValue: "location-unknown")
        /// There is no heading now.
        public static let headingFailure = Code(rawValue: "heading-failure")
        /// The compass has to be calibrated: the device is to be turned about.
        public static let calibrationNeeded = Code(rawValue: "calibration-needed")
        /// The device went away.
        public static let deviceLost = Code(rawValue: "device-lost")
    }

    /// The first segment of the topics that carry failures.
    public static let kind = "failure"
    /// Failures are events.
    public static let isEvent = true

    /// When it happened, Unix seconds.
    public var time: Double
    /// What failed.
    public var code: Code
    /// What happened and what to do, in words.
    public var message: String

    /// Creates a failure.
    public init(time: Double, code: Code, message: String) {
        self.time = time
        self.code = code
        self.message = message
    }
}
