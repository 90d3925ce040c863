/// Why a bus could not start or go on.
public struct BrokerError: Error, Hashable, CustomStringConvertible {
    /// What failed, why, and what to do.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
