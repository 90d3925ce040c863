internal import CSQLite

extension Database {
    /// Runs `body` in one transaction: all of it is committed and on the disk when this returns, or nothing of it is.
    ///
    /// It takes the write lock at once (`BEGIN IMMEDIATE`), so that no statement in it can meet a lock later.
    /// - Returns: what `body` returns.
    /// - Throws: what SQLite refused or `body` threw, after everything has been rolled back; also when a transaction is open.
    public func transaction<Result>(
        _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        guard !isInTransaction else {
            throw SQLiteError(path: path, code: SQLITE_MISUSE, message: "a transaction is open already")
        }
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // A full disk and some other errors have rolled back already.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }
}
