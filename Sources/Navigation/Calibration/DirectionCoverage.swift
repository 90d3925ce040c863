/// How well the ways in which a device has been held tell the soft iron, whatever the field of a place adds to each.
///
/// A place's field differs from the earth's by as much as soft iron bends it, and by something else for each way in which a
/// device is held there, as it is held in another corner. That does not go away with the number of samples, but with that of
/// attitudes, and of places. So each attitude that differs from those before, in each place, counts as one measurement with
/// the deviation of a place for its error, of the field, the hard iron and the soft iron together.
struct DirectionCoverage: Sendable {
    typealias Elements = SoftIron.Elements
    private typealias Row = InlineArray<11, Double>

    /// What the field of a place differs by with how a device is held there, µT an axis.
    private static let deviation = 1.5
    /// The cosine of half the angle, 30°, from which on two attitudes differ.
    private static let spacing = 0.966
    /// Attitudes in a place; those beyond are no news.
    private static let capacity = 64
    /// What is assumed of the field and of the hard iron, µT: next to nothing.
    private static let open = 200.0

    /// Of the place, from the device into the level frame.
    private var attitudes: [Quaternion] = []
    /// The lower triangle of the normal equations of field, hard iron and soft iron.
    private var normal = InlineArray<11, Row>(repeating: Row(repeating: 0))
    private var place = 0

    /// Takes in how the device is held, with the field in its frame and what turns and bends one of the level frame.
    mutating func add(_ motion: FieldFilter.Motion, field: Vector3, back: Matrix3) {
        let attitude = motion.orientation
        // In a vehicle what is off with the attitude goes along from place to place: its currents, and how its horizon sways.
        if motion.place != place, !motion.isInVehicle {
            place = motion.place
            attitudes.removeAll(keepingCapacity: true)
        }
        guard attitudes.count < Self.capacity,
            attitudes.allSatisfy({ abs($0.dot(attitude)) < Self.spacing })
        else { return }
        attitudes.append(attitude)
        let bent = InlineArray<5, Vector3> { SoftIron.bend($0, field) }
        // A horizon that is off shows the field turned.
        let square = motion.upError * motion.upError * field.dot(field)
        let weight = 1 / (Self.deviation * Self.deviation + square)
        for axis in 0..<3 {
            let row = Row { column in
                switch column {
                case 0..<3: back[axis][column]
                case 3..<6: column == 3 + axis ? 1 : 0
                default: bent[column - 6][axis]
                }
            }
            for i in 0..<11 {
                for j in 0...i { normal[i][j] += weight * row[i] * row[j] }
            }
        }
    }

    mutating func scale(by factor: Double) {
        for i in 0..<11 {
            for j in 0...i { normal[i][j] *= factor }
        }
    }

    /// What is known of the five elements with field and hard iron unknown: their information matrix.
    var information: InlineArray<5, Elements> {
        var rest = normal
        for i in 0..<6 { rest[i][i] += 1 / (Self.open * Self.open) }
        // Gauss's elimination of the first six leaves Schur's complement.
        for pivot in 0..<6 {
            for i in (pivot + 1)..<11 {
                let share = rest[i][pivot] / rest[pivot][pivot]
                for j in (pivot + 1)...i { rest[i][j] -= share * rest[j][pivot] }
            }
        }
        return InlineArray<5, Elements> { i in Elements { j in rest[6 + max(i, j)][6 + min(i, j)] } }
    }
}
