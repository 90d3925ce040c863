internal import CSQLite

/// A connection to an SQLite database file in write-ahead mode, each commit of which is on the disk when it returns.
///
/// Opened with `journal_mode=WAL`, `synchronous=FULL`. Not `Sendable`: the compiler holds it to the thread or the actor that it
/// belongs to, so SQLite's own locking between threads is off. Other processes may have the file open.
public final class Database {
    /// What to do with a file.
    public enum Access: Sendable {
        /// Read and write a file that is there.
        case readWrite
        /// Read and write a file, made when it is not there.
        case create
    }

    /// The file, as it was given.
    public let path: String

    let handle: OpaquePointer

    /// Opens a database file.
    ///
    /// - Parameters:
    ///   - path: the file; its folder must be there.
    ///   - application: a number other than 0 that marks this program's files (`application_id`); an empty database gets it.
    ///   - access: whether the file may be made.
    ///   - busyTimeout: how many milliseconds to wait for another connection's lock.
    /// - Throws: when the file cannot be opened or written, is no database or another program's, which is left as it was.
    public init(
        path: String,
        application: Int32,
        access: Access = .create,
        busyTimeout: Int32 = 2000
    ) throws(SQLiteError) {
        guard !path.utf8.contains(0) else {
            throw SQLiteError(path: path, code: SQLITE_CANTOPEN, message: "a zero byte in the path")
        }
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let create = access == .create ? SQLITE_OPEN_CREATE : 0
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags | create, nil)
        guard code == SQLITE_OK, let opened else {
            let error = Self.error(code, of: opened, path: path)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        self.path = path
        sqlite3_busy_timeout(handle, busyTimeout)
        try checkIsWritable()
        try claim(application)
        try configure()
    }

    // The second form waits for statements that are still alive.
    deinit { sqlite3_close_v2(handle) }

    /// Compiles a statement.
    ///
    /// - Throws: what is wrong with it, or that it is none or more than one.
    public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        try Statement(sql, in: self)
    }

    /// Runs statements that have no parameters, separated by semicolons; rows are passed over.
    ///
    /// - Throws: what SQLite refused; the statements before it have run.
    public func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, statement: sql) }
    }

    /// The integer that a statement without parameters yields in its first column, for example a pragma's.
    ///
    /// - Throws: what SQLite refused.
    public func integer(_ sql: String) throws(SQLiteError) -> Int64? {
        var statement = try prepare(sql)
        return try statement.rows { (row) throws(SQLiteError) in row.integer(0) }.first ?? nil
    }

    /// The text that a statement without parameters yields in its first column, for example a pragma's.
    ///
    /// - Throws: what SQLite refused.
    public func text(_ sql: String) throws(SQLiteError) -> String? {
        var statement = try prepare(sql)
        return try statement.rows { (row) throws(SQLiteError) in row.text(0) }.first ?? nil
    }

    /// The row that the last successful insert made.
    public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func error(_ code: Int32, statement: String? = nil) -> SQLiteError {
        Self.error(code, of: handle, path: path, statement: statement)
    }

    /// Refuses a file that may not be written: SQLite opens it for reading, and says so only at the first write.
    private func checkIsWritable() throws(SQLiteError) {
        guard sqlite3_db_readonly(handle, "main") != 1 else {
            throw SQLiteError(path: path, code: SQLITE_READONLY, message: "the file cannot be written")
        }
    }

    /// Marks an empty database as this program's, and passes no other.
    private func claim(_ application: Int32) throws(SQLiteError) {
        let owner = try integer("PRAGMA application_id") ?? 0
        if owner == Int64(application) { return }
        guard owner == 0, try integer("SELECT count(*) FROM sqlite_schema") == 0 else {
            throw SQLiteError(path: path, code: SQLITE_NOTADB, message: "a database of another program")
        }
        try execute("PRAGMA application_id = \(application)")
    }

    private func configure() throws(SQLiteError) {
        let mode = try text("PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            let message = "no write-ahead log on this file system (journal mode \(mode ?? "unknown"))"
            throw SQLiteError(path: path, code: SQLITE_CANTOPEN, message: message)
        }
        try execute("PRAGMA synchronous = FULL")
    }

    private static func error(
        _ code: Int32,
        of handle: OpaquePointer?,
        path: String,
        statement: String? = nil
    ) -> SQLiteError {
        let text = handle.flatMap(sqlite3_errmsg) ?? sqlite3_errstr(code)
        let message = text.map { String(cString: $0) } ?? "error \(code)"
        return SQLiteError(path: path, code: code, message: message, statement: statement)
    }
}
