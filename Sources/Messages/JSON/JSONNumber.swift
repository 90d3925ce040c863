/// A JSON number, kept as it is written, so that whole numbers of 64 bits stay exact.
///
/// Two numbers are equal if they are written alike: `1` is not `1.0`.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
    /// The number as it is written.
    public let description: String

    /// Creates a whole number.
    public init(_ value: some FixedWidthInteger) {
        description = String(value)
    }

    /// Creates a number from a double, or `nil` from one that is not finite.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        description = value.description
    }

    /// Creates a number from its text, which has been read as one.
    init(text: String) {
        description = text
    }

    /// The double nearest to the number.
    public var double: Double { Double(description) ?? 0 }

    /// Returns the number as a whole one, or `nil` if it has a fraction or does not fit; `8.0` and `8e0` are whole.
    public func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        if let exact = Integer(description) { return exact }
        // Beyond 2^53 a double that is whole says nothing about the number that was written.
        let value = double
        return value.magnitude <= 0x1p53 ? Integer(exactly: value) : nil
    }
}
