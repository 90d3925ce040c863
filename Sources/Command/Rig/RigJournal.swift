internal import Glibc
internal import Launch
internal import Platform
internal import Text

/// What a rig's nodes write while the view has the terminal: kept in a file, the errors shown at the end.
///
/// The file has no name, so that nothing stays behind however the launcher ends; it gets one when somebody should read it.
final class RigJournal: Sendable {
    private struct Memory {
        var newest: [String] = []
        var troubles: [String] = []
    }

    private let folder: String
    private let file: OwnedDescriptor
    private let memory = Lock(Memory())

    /// How many lines are shown at the end.
    private static let shown = 20

    /// Creates the file in the folder for temporary files.
    ///
    /// - Throws: why it cannot be created.
    init() throws {
        folder = Environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let (file, path) = try Self.create(in: folder)
        unlink(path)
        self.file = file
    }

    /// Creates a file of this user and start.
    private static func create(in folder: String) throws(SystemError) -> (OwnedDescriptor, path: String) {
        var template = Array("\(folder)/binnacle-launch-XXXXXX.log".utf8CString)
        let file = OwnedDescriptor(
            try SystemError.check("create a file in \(folder)") { mkstemps(&template, 4) }
        )
        try SystemError.check("fcntl") { fcntl(file.number, F_SETFD, FD_CLOEXEC) }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (file, path)
    }

    /// Keeps a line.
    func add(_ line: ConsoleLine) {
        let text = String(decoding: line.text, as: UTF8.self)
        let named = line.source == .launcher || line.node.isEmpty ? text : "\(line.node) | \(text)"
        memory.withLock { memory in
            memory.newest.append(named)
            if memory.newest.count > Self.shown { memory.newest.removeFirst() }
            if line.source == .error, text.hasPrefix("error") || text.hasPrefix("warning") {
                memory.troubles.append(named)
                if memory.troubles.count > Self.shown { memory.troubles.removeFirst() }
            }
        }
        // A full disk loses lines of the file, and nothing else.
        try? Output.write(Array((named + "\n").utf8), to: file.number)
    }

    /// Says on standard error what went wrong, and where the rest is.
    ///
    /// - Parameter failed: whether the rig ended badly, so that its last lines are shown whatever they say.
    func end(failed: Bool) {
        let (newest, troubles) = memory.withLock { ($0.newest, $0.troubles) }
        for line in failed ? newest : troubles { Output.say(line.onOneLine) }
        guard failed || !troubles.isEmpty else { return }
        do {
            Output.say("everything that was written is in \(try copy())")
        } catch {
            Output.say("what else was written is lost: \(error)")
        }
    }

    /// Writes all lines to a file with a name, and returns its path.
    private func copy() throws -> String {
        let (copy, path) = try Self.create(in: folder)
        do {
            try SystemError.check("lseek") { lseek(file.number, 0, SEEK_SET) }
            while let bytes = try file.read(atMost: 65_536), !bytes.isEmpty {
                try Output.write(bytes, to: copy.number)
            }
            return path
        } catch {
            unlink(path)
            throw error
        }
    }
}
