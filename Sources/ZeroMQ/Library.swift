internal import CZeroMQ

/// The libzmq that this program runs with.
public enum Library {
    /// A version: major, minor, patch.
    public struct Version: Comparable, Sendable, CustomStringConvertible {
        /// Its numbers, the most important one first.
        public let numbers: [Int32]

        /// Creates a version from its numbers.
        public init(_ major: Int32, _ minor: Int32, _ patch: Int32) {
            numbers = [major, minor, patch]
        }

        /// The version as it is written: `4.3.4`.
        public var description: String { numbers.map(\.description).joined(separator: ".") }

        /// Whether the first version came before the second.
        public static func < (one: Version, other: Version) -> Bool {
            one.numbers.lexicographicallyPrecedes(other.numbers)
        }
    }

    /// The oldest version that the bus is made for.
    public static let oldest = Version(4, 3, 0)

    /// The version that has been loaded, whatever the program was built with.
    public static var version: Version {
        var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
        libzmq.version(&major, &minor, &patch)
        return Version(major, minor, patch)
    }

    /// Whether it was built with something, for example `curve` or `ipc`.
    public static func has(_ capability: String) -> Bool { libzmq.has(capability) == 1 }
}
