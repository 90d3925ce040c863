internal import Glibc
internal import Launch
internal import Platform

/// What a rig's nodes write while the view has the terminal: kept in a file, the errors shown at the end.
final class RigJournal: Sendable {
    private struct Memory {
        var newest: [String] = []
        var troubles: [String] = []
    }

    /// The file, of this user and start.
    let path: String
    private let file: OwnedDescriptor
    private let memory = Lock(Memory())

    /// How many lines are shown at the end.
    private static let shown = 20

    /// Creates the file in the folder for temporary files.
    ///
    /// - Throws: why it cannot be created.
    init() throws {
        let folder = Environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(folder)/binnacle-launch-XXXXXX.log".utf8CString)
        file = OwnedDescriptor(try SystemError.check("create a file in \(folder)") { mkstemps(&template, 4) })
        _ = fcntl(file.number, F_SETFD, FD_CLOEXEC)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
        for line in failed ? newest : troubles { Output.say(TerminalText.clean(line)) }
        if failed || !troubles.isEmpty {
            Output.say("everything that was written is in \(path)")
        } else {
            unlink(path)
        }
    }
}
