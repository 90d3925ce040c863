internal import CSQLite

/// The row that a statement stands on, lent to the closure that reads it.
///
/// Columns count from 0. A column that does not exist, and NULL, read as `nil`; a value of another storage class is
/// converted by SQLite's rules (`sqlite3_column_*`).
public struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(statement: OpaquePointer) {
        self.statement = statement
    }

    /// How many columns the row has.
    public var count: Int { Int(sqlite3_data_count(statement)) }

    /// The integer in a column.
    public func integer(_ column: Int) -> Int64? {
        index(column).map { sqlite3_column_int64(statement, $0) }
    }

    /// The floating-point number in a column.
    public func real(_ column: Int) -> Double? {
        index(column).map { sqlite3_column_double(statement, $0) }
    }

    /// The text in a column; bytes that are not UTF-8 are repaired.
    public func text(_ column: Int) -> String? {
        guard let index = index(column), let start = sqlite3_column_text(statement, index) else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// SQLite's number of a column that holds a value.
    private func index(_ column: Int) -> Int32? {
        guard column >= 0, column < count else { return nil }
        let index = Int32(column)
        return sqlite3_column_type(statement, index) == SQLITE_NULL ? nil : index
    }
}
