/// Why a bus could not start or go on.
public struct BrokerError: Error, Hashable, CustomStringConvertible {
    /// What failed, why, and what to do.
    public let description: String
    /// Whether another bus is in the place: to try again would be of no use.
    let isOccupied: Bool

    init(_ description: String, isOccupied: Bool = false) {
        self.description = description
        self.isOccupied = isOccupied
    }
}
