internal import CSQLite

extension Database {
    /// Brings the database to the newest form of its tables.
    ///
    /// The database remembers in `user_version` how many steps it has taken.
    /// - Parameter steps: the SQL of each step, the oldest first; steps are added at the end and never changed.
    /// - Throws: what SQLite refused, also when the database was made by a newer program; it stays at the last step
    ///   that succeeded.
    public func migrate(_ steps: [String]) throws(SQLiteError) {
        let taken = try integer("PRAGMA user_version") ?? 0
        guard taken >= 0, taken <= Int64(steps.count) else {
            let message =
                "made by a newer program (form \(taken) of its tables, this one knows \(steps.count))"
            throw SQLiteError(path: path, code: SQLITE_ERROR, message: message)
        }
        for (number, step) in steps.enumerated() where Int64(number) >= taken {
            try transaction { () throws(SQLiteError) in
                try execute(step)
                try execute("PRAGMA user_version = \(number + 1)")
            }
        }
    }

    /// Reads the whole file and looks for damage.
    ///
    /// - Throws: the first fault that SQLite found.
    public func check() throws(SQLiteError) {
        let verdict = try text("PRAGMA integrity_check(1)")
        guard verdict == "ok" else {
            throw SQLiteError(path: path, code: SQLITE_CORRUPT, message: verdict ?? "no verdict")
        }
    }
}
