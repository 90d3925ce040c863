/// Something that a plugin may need, and that other nodes bring.
public enum Capability: String, Hashable, Sendable, CaseIterable {
    /// Position fixes of a receiver.
    case gps
    /// A magnetic field, from which headings are made.
    case magnetometer
    /// Positions of whatever source, from a node that chooses among the sources there are.
    case locationServices = "location-services"
}
