internal import Foundation
internal import Messages
internal import Platform
internal import SQLite
internal import TestSupport
internal import Testing

@testable internal import PinsPlugin

@Suite("A store of pins", .timeLimit(.minutes(1)))
struct PinStoreTests {
    let folder: TemporaryFolder
    var path: String { folder.file("pins.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
    }

    func place(_ latitude: Double = 54.5, _ longitude: Double = 10.25) throws -> Place {
        try #require(try Place(latitude: latitude, longitude: longitude, altitude: nil))
    }

    func refusal(_ body: () throws -> Void) -> PinError? {
        #expect(throws: PinError.self, performing: body)
    }

    @Test("gives back each pin as it was dropped, after it was opened again too")
    func keeps() throws {
        var full = try place()
        full.altitude = -1.5
        full.horizontalAccuracy = 3.25
        let one = try PinStore(path: path).drop(
            at: full,
            label: "häfen ⚓️",
            time: 1e9 + 0.1,
            isReplacing: false
        )
        let two = try PinStore(path: path).drop(at: place(-90, 180), label: "b", time: 2, isReplacing: false)
        #expect(one.pin.altitude == -1.5)
        #expect(one.pin.horizontalAccuracy == 3.25)
        #expect(two.pin.altitude == nil)
        #expect(try PinStore(path: path).pins() == [one.pin, two.pin])
    }

    @Test("replaces all pins by the new one, if that is wanted")
    func replaces() throws {
        let store = try PinStore(path: path)
        let old = try (1...2).map { try store.drop(at: place(), label: "\($0)", time: 1, isReplacing: false) }
        let new = try store.drop(at: place(), label: "new", time: 2, isReplacing: true)
        #expect(new.replaced == old.map(\.pin.id))
        #expect(try store.pins() == [new.pin])
    }

    @Test("never gives an identifier again")
    func isUnique() throws {
        var ids: [String] = []
        for _ in 1...5 {
            let store = try PinStore(path: path)
            ids.append(try store.drop(at: place(), label: "x", time: 1, isReplacing: false).pin.id)
            #expect(try store.clear(nil) == [ids[ids.count - 1]])
        }
        #expect(Set(ids).count == 5)
        for id in ids { _ = try Topic("pin/pins/\(id)") }
    }

    @Test("clears one pin, all of them, and says when there is none of that name")
    func clears() throws {
        let store = try PinStore(path: path)
        let ids = try (1...3).map {
            try store.drop(at: place(), label: "\($0)", time: 1, isReplacing: false).pin.id
        }
        #expect(try store.clear(ids[1]) == [ids[1]])
        #expect(refusal { _ = try store.clear(ids[1]) }?.code == .unknownPin)
        #expect(try store.pins().map(\.id) == [ids[0], ids[2]])
        #expect(try store.clear(nil) == [ids[0], ids[2]])
        #expect(try store.clear(nil) == [])
    }

    @Test("holds a thousand pins, and says so when it is asked to keep more")
    func isBounded() throws {
        let database = try prepared()
        try database.execute(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
            INSERT INTO pin (time, label, latitude, longitude) SELECT i, 'x', 0, 0 FROM n
            """
        )
        let store = try PinStore(path: path)
        #expect(
            refusal { _ = try store.drop(at: place(), label: "x", time: 1, isReplacing: false) }?.code
                == .refused
        )
        #expect(try store.drop(at: place(), label: "x", time: 1, isReplacing: true).replaced.count == 1000)
    }

    @Test("is one node's alone, also by another name, until that ends")
    func isLocked() throws {
        let link = folder.file("link.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        do {
            let store = try PinStore(path: path)
            #expect(
                refusal { _ = try PinStore(path: path) }?.message.contains("another node uses this store")
                    == true
            )
            #expect(
                refusal { _ = try PinStore(path: link) }?.message.contains("another node uses this store")
                    == true
            )
            #expect(try store.pins() == [])
        }
        _ = try PinStore(path: link)
    }

    @Test("whose path is no file's is refused")
    func cannotBe() throws {
        // The lock of a store is made beside it, and should be removed with the folder.
        let inner = folder.file("inner")
        try Directory.create(inner, mode: 0o700)
        for path in ["", "/", "/nowhere/a.sqlite", "\(folder.path)/a/", inner, "\(folder.path)/\0a"] {
            #expect(refusal { _ = try PinStore(path: path) }?.code == .storeFailed)
        }
    }

    @Test("that is a device, a pipe or a folder is refused, and nothing is left beside it")
    func isNoFile() throws {
        let pipe = folder.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let inner = folder.file("inner")
        try Directory.create(inner, mode: 0o700)
        for path in ["/dev/null", "/dev/full", pipe, inner] {
            #expect(refusal { _ = try PinStore(path: path) }?.message.contains("\(path) is no file") == true)
            #expect(!FileManager.default.fileExists(atPath: path + "-lock"))
        }
    }

    @Test("that is damaged, another program's or newer is refused and left as it was")
    func isDamaged() throws {
        let garbage = try folder.write(
            Array("no database, but a text long enough to be one".utf8),
            to: "garbage"
        )
        #expect(refusal { _ = try PinStore(path: garbage) }?.message.contains("no store of pins") == true)
        #expect(try String(contentsOfFile: garbage, encoding: .utf8).hasPrefix("no database"))
        #expect(!FileManager.default.fileExists(atPath: garbage + "-lock"))

        let foreign = folder.file("foreign")
        try Database(path: foreign, application: 1).execute("CREATE TABLE pin (i INTEGER)")
        #expect(refusal { _ = try PinStore(path: foreign) }?.message.contains("another program") == true)

        try prepared().execute("PRAGMA user_version = 99")
        #expect(refusal { _ = try PinStore(path: path) }?.message.contains("newer program") == true)
    }

    @Test("finds damage in the middle of the file when it is opened")
    func findsDamage() throws {
        let database = try prepared()
        for _ in 1...200 {
            try database.execute(
                "INSERT INTO pin (time, label, latitude, longitude) VALUES (1, hex(zeroblob(100)), 0, 0)"
            )
        }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: 3 * 4096)
        try file.write(contentsOf: Data(repeating: 0xFF, count: 4096))
        try file.close()
        #expect(refusal { _ = try PinStore(path: path) }?.message.contains("damaged") == true)
    }

    @Test("keeps the old pin when the disk has no room for the new one")
    func isFull() throws {
        let store = try PinStore(path: path)
        let old = try store.drop(at: place(), label: "old", time: 1, isReplacing: true)
        try store.database.execute("PRAGMA max_page_count = 1")
        let long = String(repeating: "x", count: 10_000)
        let error = refusal { _ = try store.drop(at: place(), label: long, time: 2, isReplacing: true) }
        #expect(error?.code == .storeFailed)
        #expect(error?.message.contains("make room on the disk") == true)
        #expect(try store.pins() == [old.pin])
    }

    @Test("keeps nothing in a file that was removed or replaced under it")
    func isRemoved() throws {
        let store = try PinStore(path: path)
        try FileManager.default.removeItem(atPath: path)
        #expect(
            refusal { _ = try store.drop(at: place(), label: "x", time: 1, isReplacing: true) }?.code
                == .storeFailed
        )
        _ = try folder.write([], to: "pins.sqlite")
        #expect(refusal { _ = try store.clear(nil) }?.message.contains("removed or replaced") == true)
    }

    @Test("is readable by its owner only")
    func isPrivate() throws {
        let path = folder.file("state/binnacle/pins.sqlite")
        try StorePath.makeFolders(above: path)
        let store = try PinStore(path: path)
        _ = try store.drop(at: place(), label: "x", time: 1, isReplacing: true)
        for name in ["state", "state/binnacle"] { #expect(try mode(of: name) == 0o700) }
        for suffix in ["", "-wal", "-shm", "-lock"] {
            #expect(try mode(of: "state/binnacle/pins.sqlite" + suffix) == 0o600)
        }
    }

    @Test("is in the state folder of the XDG specification")
    func hasStandardPath() throws {
        func path(_ variables: [String: String]) throws -> String {
            try StorePath.standard(for: "pins") { variables[$0] }
        }
        #expect(try path(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/binnacle/pins.sqlite")
        #expect(try path(["XDG_STATE_HOME": "s", "HOME": "/h"]) == "/h/.local/state/binnacle/pins.sqlite")
        #expect(try path(["HOME": "/h"]) == "/h/.local/state/binnacle/pins.sqlite")
        #expect(throws: PinError.self) { try path([:]) }
    }

    func mode(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: folder.file(name))[.posixPermissions] as? Int
    }

    /// The store's database with its tables, opened by its owner's means.
    func prepared() throws -> Database {
        _ = try PinStore(path: path)
        return try Database(path: path, application: PinStore.application)
    }
}
