internal import Messages
internal import Text

/// Turns the rows of a CSV recording into messages.
struct CSVDecoder: Sendable {
    let header: CSVHeader
    private let now: (@Sendable () -> Double)?

    /// Creates a decoder for the rows below a header.
    ///
    /// - Parameters:
    ///   - header: which cell holds what.
    ///   - now: tells the time of rows in a table that has no column of times.
    init(_ header: CSVHeader, now: (@Sendable () -> Double)? = nil) {
        self.header = header
        self.now = now
    }

    /// Hands over what a row says: a fix, motion and a magnetic field, as far as it knows them.
    ///
    /// - Throws: the line and the column of what cannot be read.
    func decode(_ row: CSVRow, _ body: (RecordedMessage) -> Void) throws(RecordingError) {
        guard row.count == header.count else {
            throw RecordingError(line: row.line, problem: "has \(row.count) of \(header.count) columns")
        }
        // All of a row is read before any of it is handed over.
        let time = try time(row)
        var values = [Double?](repeating: nil, count: Quantity.allCases.count)
        for (quantity, index) in header.columns where quantity != .time {
            values[quantity.rawValue] = try number(row, quantity, at: index)
        }
        let cells = Cells(values: values)
        if let fix = fix(cells, time) { body(.fix(fix)) }
        let acceleration = cells.vector(.accelerationX, .accelerationY, .accelerationZ)
        let rotationRate = cells.vector(.rotationRateX, .rotationRateY, .rotationRateZ)
        if acceleration != nil || rotationRate != nil {
            body(.imu(IMU(time: time, acceleration: acceleration, rotationRate: rotationRate)))
        }
        if let field = cells.vector(.magneticX, .magneticY, .magneticZ) {
            body(.field(MagneticField(time: time, field: field)))
        }
    }

    private func time(_ row: CSVRow) throws(RecordingError) -> Double {
        guard let index = header.indices[.time] else {
            guard let now else { throw RecordingError(line: row.line, problem: "has no time") }
            return now()
        }
        guard let text = row[index] else { throw error(row, index, "is empty: a measurement needs its time") }
        do {
            return try Instant.seconds(text)
        } catch {
            throw self.error(row, index, error.text)
        }
    }

    private func fix(_ cells: Cells, _ time: Double) -> Fix? {
        guard let latitude = cells[.latitude], let longitude = cells[.longitude] else { return nil }
        var fix = Fix(time: time, latitude: latitude, longitude: longitude)
        fix.altitude = cells[.altitude]
        fix.ellipsoidalAltitude = cells[.ellipsoidalAltitude]
        fix.horizontalAccuracy = cells[.horizontalAccuracy]
        fix.verticalAccuracy = cells[.verticalAccuracy]
        fix.course = cells[.course].map { $0 == 360 ? 0 : $0 }
        fix.courseAccuracy = cells[.courseAccuracy]
        fix.speed = cells[.speed]
        fix.speedAccuracy = cells[.speedAccuracy]
        fix.mode = cells[.mode].map { Int($0) }
        fix.satellites = cells[.satellites].map { Int($0) }
        fix.hdop = cells[.hdop]
        fix.vdop = cells[.vdop]
        fix.pdop = cells[.pdop]
        return header.dialect == .phone ? withoutUnknowns(fix) : fix
    }

    /// A fix without the numbers by which a phone says that it does not know; `nil` if the place is one of them.
    private func withoutUnknowns(_ fix: Fix) -> Fix? {
        if fix.horizontalAccuracy == -1 { return nil }
        var fix = fix
        if fix.course == 0 && (fix.courseAccuracy ?? 0) <= 0 { fix.course = nil }
        for accuracy in [\Fix.horizontalAccuracy, \.verticalAccuracy, \.courseAccuracy, \.speedAccuracy] {
            if let value = fix[keyPath: accuracy], value <= 0 { fix[keyPath: accuracy] = nil }
        }
        if fix.course == -1 { fix.course = nil }
        if fix.speed == -1 { fix.speed = nil }
        return fix
    }

    /// The value of a cell; `nil` for an empty one.
    private func number(_ row: CSVRow, _ quantity: Quantity, at index: Int) throws(RecordingError) -> Double?
    {
        guard let text = row[index] else { return nil }
        let number = Double(decimal: text)
        guard let value = number, value.isFinite else {
            let isNumber = number != nil || Number.isNotFinite(text)
            throw error(row, index, "'\(printable(text))' is not a \(isNumber ? "finite number" : "number")")
        }
        if header.dialect == .phone && value == -1 && quantity.isUnknownAsMinusOne { return value }
        guard quantity.range.contains(value) else {
            throw error(row, index, "\(printable(text)) is not \(quantity.rangeInWords)")
        }
        guard !quantity.isWhole || value == value.rounded() else {
            throw error(row, index, "\(printable(text)) is not a whole number")
        }
        return value
    }

    private func error(_ row: CSVRow, _ index: Int, _ problem: String) -> RecordingError {
        RecordingError(line: row.line, column: header.names[index], problem: problem)
    }
}

/// The numbers of a row.
private struct Cells {
    /// For each quantity, by its raw value.
    let values: [Double?]

    subscript(quantity: Quantity) -> Double? { values[quantity.rawValue] }

    /// Three components; `nil` unless all are known.
    func vector(_ x: Quantity, _ y: Quantity, _ z: Quantity) -> Vector? {
        guard let x = self[x], let y = self[y], let z = self[z] else { return nil }
        return Vector(x: x, y: y, z: z)
    }
}

extension Quantity {
    /// Whether iOS writes -1 for what it does not know (`CLLocation`).
    fileprivate var isUnknownAsMinusOne: Bool {
        switch self {
        case .horizontalAccuracy, .verticalAccuracy, .course, .courseAccuracy, .speed, .speedAccuracy: true
        default: false
        }
    }

    fileprivate var rangeInWords: String {
        if range.upperBound == .greatestFiniteMagnitude { return "0 or more" }
        return "between \(Int(range.lowerBound)) and \(Int(range.upperBound))"
    }
}
