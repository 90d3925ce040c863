internal import Glibc
internal import Platform

/// Looks at the folder of a bus of this machine: whose it is, who holds it, and what lies in it.
struct FolderCheck: Sendable {
    /// The names of the sockets in the folder.
    private static let sockets = ["publish", "subscribe", "request"]

    let path: String
    let user: UInt32

    /// The results, the folder's first.
    var results: [CheckResult] {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return [.warn("folder", "\(path) is not there", "the bus makes it: 'binnacle bus'")]
        }
        let folder = folder(status)
        return folder.grade == .fail ? [folder] : [folder, lock, files]
    }

    private func folder(_ status: stat) -> CheckResult {
        let mode = String(status.st_mode & 0o777, radix: 8)
        if status.st_mode & S_IFMT != S_IFDIR {
            return .fail(
                "folder",
                "\(path) is no folder",
                "remove it, or set BINNACLE_BUS to another address"
            )
        }
        if status.st_uid != user {
            return .fail(
                "folder",
                "\(path) belongs to user \(status.st_uid), not to you (\(user))",
                "set BINNACLE_BUS to another address"
            )
        }
        if status.st_mode & 0o077 != 0 {
            return .fail("folder", "\(path) is open to others (mode \(mode))", "run: chmod 700 \(path)")
        }
        return .pass("folder", "\(path) is yours alone (mode \(mode))")
    }

    private var lock: CheckResult {
        let holder = Self.holder(ofLockIn: path)
        let written = Self.writtenHolder(in: path)
        if let holder {
            let number = holder > 0 ? holder : written
            return .pass("lock", "held by \(number.map { "process \($0)" } ?? "a process")")
        }
        guard access("\(path)/lock", F_OK) == 0 else {
            return .warn("lock", "nobody holds the folder", "start a bus: 'binnacle bus'")
        }
        let whose = written.map { " (process \($0))" } ?? ""
        return .warn(
            "lock",
            "left by a bus that was killed\(whose)",
            "the next bus takes it over: 'binnacle bus'"
        )
    }

    private var files: CheckResult {
        let present = Self.sockets.filter { access("\(path)/\($0)", F_OK) == 0 }
        let missing = Self.sockets.filter { !present.contains($0) }
        if Self.holder(ofLockIn: path) != nil {
            if let strange = present.first(where: { !Self.isSocket("\(path)/\($0)") }) {
                return .fail(
                    "sockets",
                    "\(path)/\(strange) is no socket: nobody comes in there",
                    "remove it, and the bus makes its socket again within a second: rm -r \(path)/\(strange)"
                )
            }
            guard missing.isEmpty else {
                return .warn(
                    "sockets",
                    "\(missing.joined(separator: ", ")) missing in \(path)",
                    "a bus makes them again within a second; if it does not, start it again"
                )
            }
            return .pass("sockets", present.joined(separator: ", "))
        }
        guard !present.isEmpty else { return .pass("sockets", "none are left over") }
        return .warn(
            "sockets",
            "\(present.joined(separator: ", ")) left over from a bus that is no more",
            "the next bus replaces them; to be rid of them: rm -r \(path)"
        )
    }

    private static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Whether a bus holds a folder.
    static func isHeld(_ folder: String) -> Bool { holder(ofLockIn: folder) != nil }

    /// The process that holds a folder's lock, 0 or below where it is one of another container; `nil` for nobody.
    ///
    /// Asked of the kernel: to try the lock would keep a bus from starting in that moment.
    private static func holder(ofLockIn folder: String) -> Int32? {
        var status = stat()
        guard stat("\(folder)/lock", &status) == 0 else { return nil }
        for line in text(of: "/proc/locks").split(separator: "\n") {
            // 1: FLOCK  ADVISORY  WRITE 4711 08:02:131090 0 EOF
            let fields = line.split(separator: " ")
            guard fields.count >= 6, fields[1] == "FLOCK",
                fields[5].split(separator: ":").last == "\(status.st_ino)"
            else { continue }
            return Int32(fields[4]) ?? 0
        }
        return nil
    }

    /// The process that a lock names, whether it is there or not.
    private static func writtenHolder(in folder: String) -> Int32? {
        text(of: "\(folder)/lock").split(separator: "\n").first.flatMap { Int32($0) }
    }

    private static func text(of path: String) -> String {
        guard let number = try? SystemFile.open(path, O_RDONLY) else { return "" }
        let descriptor = OwnedDescriptor(number)
        var bytes: [UInt8] = []
        while let more = try? descriptor.read(atMost: 65_536), !more.isEmpty, bytes.count < 1 << 22 {
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
