internal import TestSupport
internal import Testing

@testable internal import SQLite

@Suite("A database", .timeLimit(.minutes(1)))
struct DatabaseTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    func open(_ name: String = "a.sqlite", access: Database.Access = .create) throws(SQLiteError) -> Database
    {
        try Database(path: folder.file(name), application: 7, access: access, busyTimeout: 0)
    }

    @Test("writes ahead and waits for the disk at each commit")
    func isDurable() throws {
        let database = try open()
        #expect(try database.text("PRAGMA journal_mode") == "wal")
        #expect(try database.integer("PRAGMA synchronous") == 2)
    }

    @Test("keeps values of every storage class, also empty and long text")
    func keepsValues() throws {
        let database = try open()
        try database.execute("CREATE TABLE t (i INTEGER, r REAL, s TEXT) STRICT")
        var insert = try database.prepare("INSERT INTO t VALUES (?, ?, ?)")
        try insert.run(.integer(.max), .real(0.1), .text(""))
        try insert.run(.integer(.min), .real(-0.0), .text("häfen\0⚓️"))
        try insert.run(.null, .real(nil), .text(nil))
        var select = try database.prepare("SELECT i, r, s FROM t ORDER BY rowid")
        let rows = try select.rows { (row) throws(SQLiteError) in
            (row.integer(0), row.real(1), row.text(2), row.integer(3), row.integer(-1))
        }
        #expect(rows.map(\.0) == [.max, .min, nil])
        #expect(rows.map(\.1) == [0.1, -0.0, nil])
        #expect(rows.map(\.2) == ["", "häfen\0⚓️", nil])
        #expect(rows.allSatisfy { $0.3 == nil && $0.4 == nil })
    }

    @Test("refuses a wrong statement and names it")
    func namesTheStatement() throws {
        let database = try open()
        let error = #expect(throws: SQLiteError.self) { _ = try database.prepare("SELECT bearing") }
        #expect(error?.statement == "SELECT bearing")
        #expect(error?.path == folder.file("a.sqlite"))
        #expect(error?.message == "no such column: bearing")
        #expect(throws: SQLiteError.self) { _ = try database.prepare("SELECT 1; SELECT 2") }
        #expect(throws: SQLiteError.self) { _ = try database.prepare("  ") }
        #expect(throws: Never.self) { _ = try database.prepare("SELECT 1;\n") }
    }

    @Test("refuses a number of values that is not the statement's")
    func countsValues() throws {
        let database = try open()
        var statement = try database.prepare("SELECT ?1")
        #expect(throws: SQLiteError.self) { try statement.run() }
        #expect(throws: SQLiteError.self) { try statement.run(.null, .null) }
        try statement.run(.null)
    }

    @Test("commits all of a transaction or nothing")
    func isAtomic() throws {
        let database = try open()
        try database.execute("CREATE TABLE t (i INTEGER PRIMARY KEY) STRICT")
        try database.transaction { () throws(SQLiteError) in
            try database.execute("INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)")
        }
        #expect(throws: SQLiteError.self) {
            try database.transaction { () throws(SQLiteError) in
                try database.execute("INSERT INTO t VALUES (3); INSERT INTO t VALUES (1)")
            }
        }
        #expect(try database.integer("SELECT count(*) FROM t") == 2)
        #expect(throws: SQLiteError.self) {
            try database.transaction { () throws(SQLiteError) in
                try database.transaction { () throws(SQLiteError) in }
            }
        }
        #expect(!database.isInTransaction)
    }

    @Test("says that it is full and takes nothing of the transaction")
    func isFull() throws {
        let database = try open()
        try database.execute("CREATE TABLE t (s TEXT) STRICT; INSERT INTO t VALUES ('kept')")
        try database.execute("PRAGMA max_page_count = 3")
        let error = #expect(throws: SQLiteError.self) {
            try database.transaction { () throws(SQLiteError) in
                try database.execute("DELETE FROM t; INSERT INTO t VALUES (hex(zeroblob(100000)))")
            }
        }
        #expect(error?.isFull == true)
        #expect(try database.text("SELECT s FROM t") == "kept")
    }

    @Test("says that another connection is writing")
    func isBusy() throws {
        let one = try open()
        try one.execute("CREATE TABLE t (i INTEGER) STRICT")
        let other = try open()
        try one.transaction { () throws(SQLiteError) in
            let error = #expect(throws: SQLiteError.self) {
                try other.transaction { () throws(SQLiteError) in }
            }
            #expect(error?.isBusy == true)
        }
        try other.execute("INSERT INTO t VALUES (1)")
        #expect(try one.integer("SELECT i FROM t") == 1)
    }

    @Test("stays open for its statements")
    func outlives() throws {
        var statement = try open().prepare("SELECT 42")
        #expect(try statement.rows { (row) throws(SQLiteError) in row.integer(0) } == [42])
    }
}
