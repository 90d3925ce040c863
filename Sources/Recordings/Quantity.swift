/// What a column of a recording may hold.
enum Quantity: Int, Hashable, CaseIterable {
    case time
    case latitude, longitude, altitude, ellipsoidalAltitude, horizontalAccuracy, verticalAccuracy
    case course, courseAccuracy, speed, speedAccuracy
    case mode, satellites, hdop, vdop, pdop
    case magneticX, magneticY, magneticZ
    case accelerationX, accelerationY, accelerationZ
    case rotationRateX, rotationRateY, rotationRateZ

    /// The values that a sensor can give, in the quantity's unit.
    var range: ClosedRange<Double> {
        switch self {
        case .latitude: -90...90
        case .longitude: -180...180
        case .course: 0...360
        case .courseAccuracy: 0...180
        case .horizontalAccuracy, .verticalAccuracy, .speed, .speedAccuracy, .hdop, .vdop, .pdop:
            0...Double.greatestFiniteMagnitude
        case .mode: 2...3
        case .satellites: 0...1000
        default: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        }
    }

    /// Whether only whole numbers make sense.
    var isWhole: Bool { self == .mode || self == .satellites }

    /// The quantities without which this one means nothing.
    var companions: [Quantity] {
        switch self {
        case .latitude, .longitude: [.latitude, .longitude]
        case .magneticX, .magneticY, .magneticZ: [.magneticX, .magneticY, .magneticZ]
        case .accelerationX, .accelerationY, .accelerationZ: [.accelerationX, .accelerationY, .accelerationZ]
        case .rotationRateX, .rotationRateY, .rotationRateZ: [.rotationRateX, .rotationRateY, .rotationRateZ]
        default: []
        }
    }
}
