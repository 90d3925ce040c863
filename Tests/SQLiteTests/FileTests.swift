internal import TestSupport
internal import Testing

@testable internal import SQLite

@Suite("A database file", .timeLimit(.minutes(1)))
struct FileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("takes each step of its tables' history once")
    func migrates() throws {
        let path = folder.file("a.sqlite")
        let steps = ["CREATE TABLE t (i INTEGER) STRICT", "ALTER TABLE t ADD COLUMN s TEXT"]
        try Database(path: path, application: 7).migrate([steps[0]])
        for _ in 1...2 { try Database(path: path, application: 7).migrate(steps) }
        let database = try Database(path: path, application: 7)
        #expect(try database.integer("PRAGMA user_version") == 2)
        let error = #expect(throws: SQLiteError.self) { try database.migrate([steps[0]]) }
        #expect(error?.message.contains("newer program") == true)
    }

    @Test("stays at the step before the one that fails")
    func failsWhole() throws {
        let database = try Database(path: folder.file("a.sqlite"), application: 7)
        #expect(throws: SQLiteError.self) {
            try database.migrate([
                "CREATE TABLE t (i INTEGER)", "CREATE TABLE u (i INTEGER); CREATE TABLE t (i)",
            ])
        }
        #expect(try database.integer("PRAGMA user_version") == 1)
        #expect(try database.integer("SELECT count(*) FROM sqlite_schema") == 1)
    }

    @Test("of another program is refused and left as it was")
    func isForeign() throws {
        let path = folder.file("a.sqlite")
        try Database(path: path, application: 8).execute("CREATE TABLE t (i INTEGER)")
        let error = #expect(throws: SQLiteError.self) { try Database(path: path, application: 7) }
        #expect(error?.message == "a database of another program")
        #expect(try Database(path: path, application: 8).integer("PRAGMA application_id") == 8)
    }

    @Test("that is no database is refused")
    func isGarbage() throws {
        let path = try folder.write(Array(repeating: 0xA5, count: 5000), to: "a.sqlite")
        let error = #expect(throws: SQLiteError.self) { try Database(path: path, application: 7) }
        #expect(error?.isCorrupt == true)
    }

    @Test("that cannot be is refused", arguments: ["", ":memory:", "/", "/nowhere/a.sqlite"])
    func cannotBe(path: String) {
        #expect(throws: SQLiteError.self) { try Database(path: path, application: 7) }
    }

    @Test("whose path has a zero byte is refused")
    func hasZeroByte() {
        let path = folder.file("a\0b")
        #expect(throws: SQLiteError.self) { try Database(path: path, application: 7) }
    }

    @Test("that is not there is made only if it may be")
    func isMissing() throws {
        let path = folder.file("a.sqlite")
        #expect(throws: SQLiteError.self) { try Database(path: path, application: 7, access: .readWrite) }
        _ = try Database(path: path, application: 7, access: .create)
        _ = try Database(path: path, application: 7, access: .readWrite)
    }
}
