import Glibc
import Platform
import Testing

/// A folder of a test's own, with a bus address in it; removed with what is in it.
final class Scratch: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/binnacle-test-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
    }

    /// The bus's address, and a place for state of the test's own.
    var environment: [String: String] {
        ["BINNACLE_BUS": "ipc://\(path)/bus", "XDG_STATE_HOME": "\(path)/state", "XDG_RUNTIME_DIR": path]
    }

    var busIsGone: Bool { access("\(path)/bus", F_OK) != 0 }

    func file(_ name: String, _ text: String) throws -> String {
        let file = "\(path)/\(name)"
        let descriptor = OwnedDescriptor(try SystemFile.open(file, O_CREAT | O_WRONLY | O_TRUNC))
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty { rest = rest.dropFirst(try descriptor.write(Array(rest))) }
        return file
    }

    /// Makes a folder in it, and those above.
    func folder(_ name: String) throws { try Directory.create("\(path)/\(name)", mode: 0o700) }

    func text(of name: String) throws -> String { try Source.text(of: "\(path)/\(name)") }

    deinit { _ = Scratch.remove(path) }

    private static func remove(_ path: String) -> Bool {
        if unlink(path) == 0 { return true }
        for name in Source.files(in: path) { _ = remove("\(path)/\(name)") }
        return rmdir(path) == 0
    }
}
