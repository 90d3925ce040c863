internal import Binnacle
internal import Glibc
internal import Platform

/// The file that the lines of a rig in the background go to: `launch-<file>.log` among the user's state.
///
/// It is locked for as long as the rig runs, so that another rig whose launch file has the same name takes a file of its
/// own, `launch-<file>-2.log` and so on. That of the run before is kept as `.1`.
struct RigLog {
    let path: String
    /// The open file; the lock goes with it to who inherits it.
    let file: OwnedDescriptor

    /// How many rigs of one name there may be at once.
    private static let most = 100

    /// Takes the first file that no rig writes to.
    ///
    /// - Throws: why there is none.
    init(of launchFile: String) throws {
        let home = Environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let state = home ?? Environment["HOME"].map({ "\($0)/.local/state" }) else {
            throw CommandError("there is no folder for the rig's lines: set XDG_STATE_HOME or HOME")
        }
        let folder = "\(state)/binnacle"
        try Directory.create(folder, mode: 0o700)
        let name =
            launchFile.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? "rig"
        for number in 1...Self.most {
            let path = "\(folder)/launch-\(name)\(number == 1 ? "" : "-\(number)").log"
            guard let file = try Self.take(path) else { continue }
            self.path = path
            self.file = file
            return
        }
        throw CommandError("\(Self.most) rigs of the name '\(name)' write to \(folder) already")
    }

    /// A new file at a path; nil where a rig writes to the one that is there.
    private static func take(_ path: String) throws(SystemError) -> OwnedDescriptor? {
        let flags = O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY
        let former = OwnedDescriptor(try SystemFile.open(path, flags))
        guard flock(former.number, LOCK_EX | LOCK_NB) == 0, isFile(former, at: path) else { return nil }
        // Nothing to keep: it has just been made.
        if try SystemError.check("lseek", { lseek(former.number, 0, SEEK_END) }) == 0 { return former }
        // Nobody else has it, and so nobody else moves it.
        try SystemError.check("rename \(path)") { rename(path, path + ".1") }
        let file = OwnedDescriptor(try SystemFile.open(path, flags))
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0, isFile(file, at: path) else { return nil }
        return file
    }

    /// Whether an open file is a regular one and the one that the path names now.
    private static func isFile(_ file: OwnedDescriptor, at path: String) -> Bool {
        var (open, named) = (stat(), stat())
        return fstat(file.number, &open) == 0 && lstat(path, &named) == 0 && open.st_ino == named.st_ino
            && open.st_dev == named.st_dev && open.st_mode & S_IFMT == S_IFREG
    }

    /// What was written, a megabyte of it at most.
    func lines() throws -> [String] {
        let reader = OwnedDescriptor(try SystemFile.open(path, O_RDONLY))
        var bytes: [UInt8] = []
        while bytes.count < 1 << 20, let more = try reader.read(atMost: 65_536), !more.isEmpty {
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
