/// NAV-DOP: dilution of precision.
///
/// Source: UBX-22008968, section 3.15.4; `nil` where 99.99 stands for unknown.
public struct Dilution: Equatable, Sendable {
    /// The time of the GPS week, milliseconds.
    public let timeOfWeek: UInt32
    /// Of the position, and of its vertical and horizontal parts.
    public let position, vertical, horizontal: Double?

    /// Reads a payload of 18 bytes; `nil` for any other.
    public init?(_ payload: Span<UInt8>) {
        guard MessageType.navDOP.allows(payload.count) else { return nil }
        timeOfWeek = payload.u32(0)
        position = NavigationSolution.dilution(payload.u16(6))
        vertical = NavigationSolution.dilution(payload.u16(10))
        horizontal = NavigationSolution.dilution(payload.u16(12))
    }
}

/// NAV-STATUS: whether there is a fix.
///
/// Source: UBX-22008968, section 3.15.21.
public struct NavigationStatus: Equatable, Sendable {
    /// The time of the GPS week, milliseconds.
    public let timeOfWeek: UInt32
    /// Whether position and velocity are valid.
    public let isFixOK: Bool

    /// Reads a payload of 16 bytes; `nil` for any other.
    public init?(_ payload: Span<UInt8>) {
        guard MessageType.navStatus.allows(payload.count) else { return nil }
        timeOfWeek = payload.u32(0)
        isFixOK = payload[5] & 0x01 != 0
    }
}

/// NAV-COV: variances of position and velocity, square metres.
///
/// Source: UBX-22008968, section 3.15.3.
public struct Covariance: Equatable, Sendable {
    /// The time of the GPS week, milliseconds.
    public let timeOfWeek: UInt32
    /// North, east and down, m²; `nil` when they are not valid.
    public let position: (north: Double, east: Double, down: Double)?

    /// Reads a payload of 64 bytes; `nil` for any other.
    public init?(_ payload: Span<UInt8>) {
        guard MessageType.navCOV.allows(payload.count) else { return nil }
        timeOfWeek = payload.u32(0)
        let values = (payload.f32(16), payload.f32(28), payload.f32(36))
        let isValid =
            payload[5] != 0 && [values.0, values.1, values.2].allSatisfy { $0.isFinite && $0 >= 0 }
        position = isValid ? values : nil
    }

    /// Whether two say the same.
    public static func == (left: Covariance, right: Covariance) -> Bool {
        guard left.timeOfWeek == right.timeOfWeek else { return false }
        switch (left.position, right.position) {
        case (nil, nil): return true
        case (let left?, let right?): return left == right
        default: return false
        }
    }
}

/// NAV-EOE: nothing more comes of an epoch.
///
/// Source: UBX-22008968, section 3.15.5.
public struct EndOfEpoch: Equatable, Sendable {
    /// The time of the GPS week, milliseconds.
    public let timeOfWeek: UInt32

    /// Reads a payload of 4 bytes; `nil` for any other.
    public init?(_ payload: Span<UInt8>) {
        guard MessageType.navEOE.allows(payload.count) else { return nil }
        timeOfWeek = payload.u32(0)
    }
}
