internal import Glibc
internal import TestSupport
@testable internal import Launch

/// A fresh folder with plugins and programs.
final class Rig {
    private let temporary: TemporaryFolder

    var folder: String { temporary.path }

    init() throws {
        temporary = try TemporaryFolder()
        try makeFolder("plugins")
        try makeFolder("bin")
    }

    var search: PluginSearchPath {
        PluginSearchPath(
            folders: ["\(folder)/plugins"],
            programFolder: "\(folder)/bin",
            executableFolders: ["/usr/local/bin", "/usr/bin", "/bin"]
        )
    }

    /// Adds a plugin whose program does nothing.
    func addPlugin(_ id: String, _ rest: String = "") throws {
        try makeFolder("plugins/\(id)")
        let head = "id: \(id)\nversion: 0.1.0\nsummary: a test\nkind: provider\nrun: [go]\n"
        try write("plugins/\(id)/plugin.yaml", head + rest)
        try write("plugins/\(id)/go", "#!/bin/sh\nexec sleep 60\n", mode: 0o755)
    }

    func load(_ text: String, _ arguments: [String: String] = [:]) -> (plan: LaunchPlan?, findings: [Finding])
    {
        LaunchPlan.read(Array(text.utf8), file: "\(folder)/rig.yaml", arguments: arguments, search: search)
    }

    /// Findings with this folder's name replaced by `RIG`.
    func lines(_ findings: [Finding]) -> [String] {
        findings.map { $0.description.replacing(folder, with: "RIG") }
    }

    func makeFolder(_ path: String) throws {
        guard mkdir("\(folder)/\(path)", 0o755) == 0 else { throw Unexpected() }
    }

    func write(_ path: String, _ text: String, mode: mode_t = 0o644) throws {
        let descriptor = open("\(folder)/\(path)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Unexpected() }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw Unexpected() }
    }
}
