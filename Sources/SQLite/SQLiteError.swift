internal import CSQLite

/// What SQLite refused, where, and in which statement.
public struct SQLiteError: Error, Hashable, CustomStringConvertible {
    /// The file of the database.
    public let path: String
    /// SQLite's extended result code, for example 2067; its low byte is the primary code.
    public let code: Int32
    /// SQLite's own message, or this module's where SQLite has none.
    public let message: String
    /// The SQL that failed, where it was a statement's fault.
    public let statement: String?

    /// Creates an error from a result code and a message.
    public init(path: String, code: Int32, message: String, statement: String? = nil) {
        self.path = path
        self.code = code
        self.message = message
        self.statement = statement
    }

    /// The error as one line: file, message and statement.
    public var description: String {
        guard let statement else { return "\(path): \(message)" }
        return "\(path): \(message) (in: \(statement))"
    }

    /// Whether another connection holds the database, so that trying later may help.
    public var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

    /// Whether the disk, a quota or the database's size limit is exhausted.
    public var isFull: Bool { primaryCode == SQLITE_FULL }

    /// Whether the file is damaged, or no database at all.
    public var isCorrupt: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

    private var primaryCode: Int32 { code & 0xFF }
}
