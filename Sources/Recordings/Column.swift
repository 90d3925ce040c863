/// A column that this module understands, by its name.
struct Column: Hashable {
    /// Which program's habits the values follow.
    enum Dialect: Hashable {
        /// Ours: what is not known is an empty cell.
        case native
        /// A phone's, as its operating system hands values to an application: what is not known is also
        /// -1 (iOS, `CLLocation`) or an accuracy of 0 (Android, `Location.getBearingAccuracyDegrees`).
        case phone
    }

    let name: String
    let quantity: Quantity
    let dialect: Dialect

    private init(_ name: String, _ quantity: Quantity, _ dialect: Dialect) {
        self.name = name
        self.quantity = quantity
        self.dialect = dialect
    }

    /// Our own set: every quantity by its name.
    static let native = Quantity.allCases.map { Column("\($0)", $0, .native) }

    /// The set that phones' recorders write; the names that it shares with ours mean the same.
    static let phone = [
        Column("bearing", .course, .phone),
        Column("bearingAccuracy", .courseAccuracy, .phone),
        Column("mag_x", .magneticX, .phone),
        Column("mag_y", .magneticY, .phone),
        Column("mag_z", .magneticZ, .phone),
        Column("acc_x", .accelerationX, .phone),
        Column("acc_y", .accelerationY, .phone),
        Column("acc_z", .accelerationZ, .phone),
        Column("gyro_x", .rotationRateX, .phone),
        Column("gyro_y", .rotationRateY, .phone),
        Column("gyro_z", .rotationRateZ, .phone),
    ]

    /// The names of all columns.
    static let names = (native + phone).map(\.name)

    /// The column of a name, exactly as it is written.
    static func named(_ name: String) -> Column? { byName[name] }

    private static let byName = Dictionary(
        (native + phone).map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first }
    )
}
