import Foundation
import Keys
import TestSupport
import Testing
import ZeroMQ

@Suite("The folder of keys", .timeLimit(.minutes(1)))
struct KeyFolderTests {
    private let temporary: TemporaryFolder
    private let folder: KeyFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = KeyFolder(path: temporary.file("keys"))
    }

    private func mode(_ path: String) -> UInt32 {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test("a new key is let in, its file is the client's, and both are closed to others") func new() throws {
        let file = try folder.authorise("phone", try Permissions(read: false, publish: ["fix"]))
        #expect(file == "\(folder.path)/phone.key")
        #expect(mode(folder.path) == 0o700)
        for name in ["bus.key", "phone.key", "authorised/phone.json"] {
            #expect(mode("\(folder.path)/\(name)") == 0o600, "\(name)")
        }
        let key = try ClientKey(file: file)
        let (list, faults) = try folder.list()
        #expect(faults == [])
        #expect(list.map(\.name) == ["phone"])
        #expect(list.first?.publicKey == key.curve.pair.publicKey.description)
        #expect(list.first?.permissions == (try Permissions(read: false, publish: ["fix"])))
        #expect(key.name == "phone")
        #expect(key.curve.serverKey == (try folder.busPair().publicKey))
    }

    @Test("the bus keeps its pair when further keys are made") func pair() throws {
        _ = try folder.authorise("one", try Permissions(read: true))
        let pair = try folder.busPair()
        _ = try folder.authorise("two", try Permissions(read: true))
        #expect(try folder.busPair() == pair)
        #expect(CurvePair(secretKey: pair.secretKey)?.publicKey == pair.publicKey)
    }

    @Test("a key is made once, and not under any name") func taken() throws {
        let file = try folder.authorise("one", try Permissions(read: true))
        let before = try ClientKey(file: file)
        let error = #expect(throws: KeyError.self) {
            try folder.authorise("one", try Permissions(read: true))
        }
        #expect(error?.description.contains("there is a key 'one' already") == true)
        #expect(try ClientKey(file: file) == before)
        for name in ["bus", "", "../one", "A", "one/two"] {
            #expect(throws: KeyError.self, "\(name)") {
                try folder.authorise(name, try Permissions(read: true))
            }
        }
    }

    @Test("a revoked key is listed no longer, and cannot be revoked again") func revoked() throws {
        let file = try folder.authorise("one", try Permissions(read: true))
        _ = try folder.authorise("two", try Permissions(read: true))
        try folder.revoke("one")
        #expect(try folder.list().keys.map(\.name) == ["two"])
        #expect(access(file, F_OK) != 0)
        let error = #expect(throws: KeyError.self) { try folder.revoke("one") }
        #expect(error?.description.hasSuffix("there are two") == true)
    }

    @Test("a view sees what is added, changed and taken away") func live() throws {
        _ = try folder.authorise("one", try Permissions(read: true))
        var view = AuthorisedKeys(folder)
        #expect(view.refresh().withdrawn == [])
        let one = try #require(view.all.first)
        #expect(view[one.publicKey] == one)
        _ = try folder.authorise("two", try Permissions(read: true))
        #expect(view.refresh().withdrawn == [])
        #expect(view.all.map(\.name) == ["one", "two"])
        // Who may no longer read is to be disconnected as well.
        try temporary.write(
            Array(#"{"public":"\#(one.publicKey)","read":false}"#.utf8),
            to: "keys/authorised/one.json"
        )
        chmod("\(folder.path)/authorised/one.json", 0o600)
        #expect(view.refresh().withdrawn == [one.publicKey])
        #expect(view[one.publicKey]?.permissions.read == false)
        try folder.revoke("one")
        #expect(view.refresh().withdrawn == [one.publicKey])
        #expect(view[one.publicKey] == nil)
    }

    @Test("a file that cannot be read lets nobody in, and is named once")
    func broken() throws {
        _ = try folder.authorise("one", try Permissions(read: true))
        var view = AuthorisedKeys(folder)
        _ = view.refresh()
        try temporary.write(Array("{".utf8), to: "keys/authorised/two.json")
        chmod("\(folder.path)/authorised/two.json", 0o600)
        let faults = view.refresh().faults
        #expect(faults.count == 1)
        #expect(faults.first?.contains("authorised/two.json") == true)
        #expect(view.refresh().faults == [])
        #expect(view.all.map(\.name) == ["one"])
    }

    @Test("why a key is let in no longer is told as it is, and as it becomes") func withdrawn() throws {
        let file = try folder.authorise("one", try Permissions(read: true))
        let entry = "\(folder.path)/authorised/one.json"
        let content = try String(contentsOfFile: entry, encoding: .utf8)
        let key = try ClientKey(file: file).curve.pair.publicKey.description
        var view = AuthorisedKeys(folder)
        _ = view.refresh()
        #expect(view.withdrawals == [:])
        func words(_ change: () throws -> Void) throws -> String? {
            try change()
            _ = view.refresh()
            return view.withdrawals[key]?.words(from: "10.0.0.5")
        }
        func write(_ text: String) throws {
            try temporary.write(Array(text.utf8), to: "keys/authorised/one.json")
            #expect(chmod(entry, 0o600) == 0)
        }
        let broken = try words { try write("{") }
        #expect(
            broken?.hasPrefix("the file of key 'one' (10.0.0.5) cannot be used any more (\(entry): ") == true
        )
        let pattern = try words { try write(content.replacing("\"call\":[]", with: "\"call\":[\"a/*b\"]")) }
        #expect(pattern?.contains("call: 'a/*b' matches no method") == true, "\(pattern ?? "")")
        #expect(try words { try write(content) } == nil)
        let open = try words { #expect(chmod(entry, 0o644) == 0) }
        #expect(open?.contains("(\(entry) is open to others (mode 644)") == true, "\(open ?? "")")
        let removed = try words { #expect(unlink(entry) == 0) }
        #expect(removed == "key 'one' (10.0.0.5) has been removed")
        _ = try folder.authorise("two", try Permissions(read: true))
        let other = try String(contentsOfFile: "\(folder.path)/authorised/two.json", encoding: .utf8)
        let replaced = try words {
            #expect(unlink("\(folder.path)/authorised/two.json") == 0)
            try write(other)
        }
        #expect(replaced == "key 'one' (10.0.0.5) has been replaced by another one")
        let moved = try words { #expect(chmod(folder.path, 0o755) == 0) }
        #expect(moved?.contains("\(folder.path) is open to others") == true, "\(moved ?? "")")
        #expect(chmod(folder.path, 0o700) == 0)
        #expect(try words { try write(content) } == nil)
    }

    @Test("two files of one key let nobody in, so that revoking one of them cannot leave the other")
    func doubled()
        throws
    {
        _ = try folder.authorise("one", try Permissions(read: true))
        let bytes = try String(contentsOfFile: "\(folder.path)/authorised/one.json", encoding: .utf8)
        try temporary.write(Array(bytes.utf8), to: "keys/authorised/two.json")
        #expect(chmod("\(folder.path)/authorised/two.json", 0o600) == 0)
        var view = AuthorisedKeys(folder)
        let faults = view.refresh().faults
        #expect(
            faults.count == 1 && faults.first?.contains("'one' and 'two' are one and the same key") == true
        )
        #expect(view.all.isEmpty)
        #expect(view.refresh().faults == [])
        #expect(unlink("\(folder.path)/authorised/two.json") == 0)
        #expect(view.refresh().faults == [])
        #expect(view.all.map(\.name) == ["one"])
    }

    @Test("a folder that is open to others lets nobody in") func open() throws {
        _ = try folder.authorise("one", try Permissions(read: true))
        var view = AuthorisedKeys(folder)
        _ = view.refresh()
        chmod(folder.path, 0o755)
        let changes = view.refresh()
        #expect(changes.withdrawn.count == 1)
        #expect(
            changes.faults == ["\(folder.path) is open to others (mode 755); run: chmod 700 \(folder.path)"]
        )
        let error = #expect(throws: KeyError.self) { try folder.busPair() }
        #expect(error?.description == changes.faults.first)
    }

    @Test("a client's file is refused when others may read it, and when it is something else") func file()
        throws
    {
        let file = try folder.authorise("one", try Permissions(read: true))
        chmod(file, 0o644)
        let open = #expect(throws: KeyError.self) { try ClientKey(file: file) }
        #expect(open?.description == "\(file) is open to others (mode 644); run: chmod 600 \(file)")
        let missing = #expect(throws: KeyError.self) { try ClientKey(file: "\(folder.path)/none.key") }
        #expect(missing?.description.contains("No such file") == true)
        let bus = #expect(throws: KeyError.self) { try ClientKey(file: "\(folder.path)/bus.key") }
        #expect(bus?.description.contains("is not a client's key: name: it is missing") == true)
    }

    @Test("where no key has been made, it is said how") func none() {
        let error = #expect(throws: KeyError.self) { try folder.busPair() }
        #expect(error?.description.contains("binnacle keys new NAME") == true)
    }
}
