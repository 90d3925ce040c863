internal import CSQLite

/// A statement, compiled once and run as often as is wanted.
///
/// It keeps its database open, belongs to the same thread or actor, and is finalised with its last owner.
public struct Statement: ~Copyable {
    /// The SQL that it was compiled from.
    public let sql: String

    private let database: Database
    private let handle: OpaquePointer

    init(_ sql: String, in database: Database) throws(SQLiteError) {
        var compiled: OpaquePointer?
        var rest = 0
        let code = sql.withCString { start in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(database.handle, start, -1, 0, &compiled, &tail)
            rest = tail.map { Statement.remainder($0) } ?? 0
            return code
        }
        guard code == SQLITE_OK else { throw database.error(code, statement: sql) }
        guard let compiled else {
            throw SQLiteError(
                path: database.path,
                code: SQLITE_MISUSE,
                message: "no statement",
                statement: sql
            )
        }
        guard rest == 0 else {
            sqlite3_finalize(compiled)
            let message = "more than one statement"
            throw SQLiteError(path: database.path, code: SQLITE_MISUSE, message: message, statement: sql)
        }
        self.sql = sql
        self.database = database
        handle = compiled
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs the statement to its end and passes over its rows.
    ///
    /// - Parameter values: one for each parameter of the statement, in order.
    /// - Throws: what SQLite refused; the statement can be run again.
    public mutating func run(_ values: Value...) throws(SQLiteError) {
        defer { clear() }
        try bind(values)
        while try step() {}
    }

    /// Runs the statement to its end and reads each of its rows.
    ///
    /// - Parameters:
    ///   - values: one for each parameter of the statement, in order.
    ///   - read: makes an element of a row.
    /// - Returns: the elements in the order of the rows.
    /// - Throws: what SQLite refused or `read` threw; the statement can be run again.
    public mutating func rows<Element>(
        _ values: Value...,
        read: (borrowing Row) throws(SQLiteError) -> Element
    ) throws(SQLiteError) -> [Element] {
        defer { clear() }
        try bind(values)
        var elements: [Element] = []
        while try step() { elements.append(try read(Row(statement: handle))) }
        return elements
    }

    /// Goes to the next row, or reports that there is none.
    private func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw database.error(code, statement: sql)
        }
    }

    private func bind(_ values: [Value]) throws(SQLiteError) {
        let wanted = Int(sqlite3_bind_parameter_count(handle))
        guard values.count == wanted else {
            let message = "\(values.count) values for \(wanted) parameters"
            throw SQLiteError(path: database.path, code: SQLITE_RANGE, message: message, statement: sql)
        }
        for (index, value) in zip(Int32(1)..., values) {
            let code = bind(value, at: index)
            guard code == SQLITE_OK else { throw database.error(code, statement: sql) }
        }
    }

    private func bind(_ value: Value, at index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .real(let number): sqlite3_bind_double(handle, index, number)
        case .text(var text):
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    // SQLite copies the text before the call returns; without a start, it would bind NULL.
                    csqlite_bind_text(handle, index, characters.baseAddress, UInt64(characters.count))
                }
            }
        }
    }

    /// Makes the statement ready to run again and lets go of its values.
    private func clear() {
        // Both repeat the error of the last step or cannot fail: it has been reported.
        _ = sqlite3_reset(handle)
        _ = sqlite3_clear_bindings(handle)
    }

    /// How many bytes after a statement are more than white space and semicolons.
    private static func remainder(_ text: UnsafePointer<CChar>) -> Int {
        String(cString: text).filter { !$0.isWhitespace && $0 != ";" }.utf8.count
    }
}
