/// What is wrong with a payload, a topic or a stamp.
public struct MessageError: Error, Hashable, CustomStringConvertible {
    /// The key of the value that is wrong, with the keys above it (`acceleration.x`), where there is one.
    public let key: String?
    /// The offset into the payload at which it was noticed, in bytes, where that helps.
    public let offset: Int?
    /// What is wrong, in words that name the value.
    public let problem: String

    /// Creates an error about a key, an offset, or the payload as a whole.
    public init(key: String? = nil, offset: Int? = nil, problem: String) {
        self.key = key
        self.offset = offset
        self.problem = problem
    }

    /// The error as one line, for example `latitude: 91.0 is not between -90 and 90`.
    public var description: String {
        switch (key, offset) {
        case (let key?, _): "\(key): \(problem)"
        case (nil, let offset?): "byte \(offset): \(problem)"
        case (nil, nil): problem
        }
    }
}
