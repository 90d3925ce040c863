internal import Messages
internal import SQLite

/// The pins of a node in an SQLite file: what a method of it has returned is on the disk.
final class PinStore {
    /// What a drop changed.
    struct Drop: Hashable {
        /// The new pin.
        var pin: Pin
        /// The identifiers of the pins that it replaced.
        var replaced: [String]
    }

    /// How many pins a store holds.
    static let limit = 1000

    private var selection: Statement
    private var insertion: Statement
    private var deletion: Statement
    let database: Database
    private let file: StoreFile?

    /// The file, with all links resolved; `nil` for pins that end with the process.
    var path: String? { file?.path }

    /// Opens a store, and makes it when it is not there.
    ///
    /// - Parameter path: its file; `nil` for one in memory.
    /// - Throws: when another node uses it, or it is damaged, cannot be written, or is not a store of pins.
    init(path: String?) throws(PinError) {
        file = try path.map(StoreFile.init)
        do {
            database = try Database(
                path: file?.path ?? "memory",
                application: Self.application,
                access: file == nil ? .memory : .create
            )
            try database.check()
            try database.migrate(Self.history)
            selection = try database.prepare(Self.selecting)
            insertion = try database.prepare(Self.inserting)
            deletion = try database.prepare(Self.deleting)
        } catch {
            file?.abandon()
            throw Self.failure(error)
        }
    }

    /// All pins, the oldest first.
    ///
    /// - Throws: when the store cannot be read.
    func pins() throws(PinError) -> [Pin] {
        try reporting { () throws(SQLiteError) in try all().map(\.pin) }
    }

    /// Keeps a new pin.
    ///
    /// - Parameters:
    ///   - place: where it is.
    ///   - label: a label that has been cleaned.
    ///   - time: Unix seconds.
    ///   - isReplacing: whether it takes the place of all others.
    /// - Returns: the new pin and the ones that are gone for it.
    /// - Throws: when the store is full or cannot be written; it is as before then.
    func drop(at place: Place, label: String, time: Double, isReplacing: Bool) throws(PinError) -> Drop {
        try file?.check()
        let old = try reporting { () throws(SQLiteError) in try all() }
        guard isReplacing || old.count < Self.limit else {
            throw PinError(.refused, "there are \(old.count) pins, the most that are kept: clear some")
        }
        return try reporting { () throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in
                if isReplacing { for (number, _) in old { try deletion.run(.integer(number)) } }
                let pin = try insert(place, label: label, time: time)
                return Drop(pin: pin, replaced: isReplacing ? old.map(\.pin.id) : [])
            }
        }
    }

    /// Forgets a pin, or all of them.
    ///
    /// - Parameter id: the identifier of the pin; `nil` for all.
    /// - Returns: the identifiers of the pins that are gone now.
    /// - Throws: when there is no such pin, or the store cannot be written; it is as before then.
    func clear(_ id: String?) throws(PinError) -> [String] {
        try file?.check()
        let cleared = try reporting { () throws(SQLiteError) in
            let cleared = try all().filter { id == nil || $0.pin.id == id }
            try database.transaction { () throws(SQLiteError) in
                for (number, _) in cleared { try deletion.run(.integer(number)) }
            }
            return cleared
        }
        if let id, cleared.isEmpty { throw PinError(.unknownPin, "there is no pin '\(id)'") }
        return cleared.map(\.pin.id)
    }

    private func insert(_ place: Place, label: String, time: Double) throws(SQLiteError) -> Pin {
        try insertion.run(
            .real(time),
            .text(label),
            .real(place.latitude),
            .real(place.longitude),
            .real(place.altitude),
            .real(place.horizontalAccuracy)
        )
        let id = Self.identifier(of: database.lastInsertedRow)
        var pin = Pin(time: time, id: id, label: label, latitude: place.latitude, longitude: place.longitude)
        pin.altitude = place.altitude
        pin.horizontalAccuracy = place.horizontalAccuracy
        return pin
    }

    private func all() throws(SQLiteError) -> [(number: Int64, pin: Pin)] {
        let damage = database.damage("a pin without a number, a time or a place")
        return try selection.rows { (row) throws(SQLiteError) in
            guard let number = row.integer(0), let time = row.real(1),
                let latitude = row.real(3), let longitude = row.real(4)
            else { throw damage }
            let id = Self.identifier(of: number)
            var pin = Pin(time: time, id: id, label: row.text(2), latitude: latitude, longitude: longitude)
            pin.altitude = row.real(5)
            pin.horizontalAccuracy = row.real(6)
            return (number, pin)
        }
    }

    /// A number that the store gives once is an identifier that means one pin for ever.
    private static func identifier(of number: Int64) -> String { "p\(number)" }

    private func reporting<Result>(_ body: () throws(SQLiteError) -> Result) throws(PinError) -> Result {
        do {
            return try body()
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ error: SQLiteError) -> PinError {
        let advice =
            switch true {
            case error.isCorrupt: ": it is damaged or no store of pins; move it away, or give another store"
            case error.isFull: ": make room on the disk and try again"
            case error.isBusy: ": another program uses it; try again"
            default: ""
            }
        return PinError(.storeFailed, "\(error)\(advice)")
    }
}
