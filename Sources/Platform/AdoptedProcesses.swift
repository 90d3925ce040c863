internal import CSystem
internal import Glibc

/// The processes that this one has not started and is the parent of: their own parents have ended.
///
/// There are some where it adopts orphans: see ``ChildProcess/adoptOrphans()``.
public enum AdoptedProcesses {
    /// Those that have not ended.
    ///
    /// - Parameters:
    ///   - own: the children that this process has started itself, of which others fetch the ends.
    ///   - fetchesEnds: whether those are all that it has started, so that the ends of the others can be fetched on the way.
    /// - Returns: their numbers.
    public static func all(but own: Set<Int32>, fetchesEnds: Bool) -> [Int32] {
        var left: [Int32] = []
        for _ in 0..<100 {
            let others = children.filter { !own.contains($0.pid) }
            left = others.filter { !$0.hasEnded }.map(\.pid)
            guard fetchesEnds else { break }
            // Those that have ended have left their own children behind, perhaps after these were counted.
            let ended = others.filter(\.hasEnded)
            if ended.isEmpty { break }
            for child in ended { waitpid(child.pid, nil, WNOHANG) }
        }
        return left
    }

    /// Fetches the ends of those that have ended, so that nothing of them is left.
    ///
    /// Stops before a child that this process has started itself: once its end has been fetched, there may be more.
    /// - Parameter own: all such children whose ends are not fetched yet.
    public static func fetchEnds(but own: Set<Int32>) {
        while case let pid = csystem_ended_child(), pid > 0, !own.contains(pid) {
            guard waitpid(pid, nil, WNOHANG) == pid else { return }
        }
    }

    /// The value of a variable in the environment that a process was started with.
    public static func variable(_ name: String, of pid: Int32) -> String? {
        let prefix = Array("\(name)=".utf8)
        let entry = bytes(of: "/proc/\(pid)/environ").split(separator: 0).first { $0.starts(with: prefix) }
        return entry.map { String(decoding: $0.dropFirst(prefix.count), as: UTF8.self) }
    }

    private static var children: [(pid: Int32, hasEnded: Bool)] {
        let parent = getpid()
        return Directory.names(in: "/proc").compactMap { name in
            // What stands in brackets is the program's name, which may have brackets too; then the state and the parent.
            guard let pid = Int32(name), case let stat = bytes(of: "/proc/\(pid)/stat"),
                let end = stat.lastIndex(of: UInt8(ascii: ")")),
                case let fields = stat[end...].split(separator: UInt8(ascii: " ")), fields.count > 2,
                Int32(String(decoding: fields[2], as: UTF8.self)) == parent
            else { return nil }
            return (pid, fields[1].first == UInt8(ascii: "Z") || fields[1].first == UInt8(ascii: "X"))
        }
    }

    private static func bytes(of path: String) -> [UInt8] {
        guard let number = try? SystemFile.open(path, O_RDONLY) else { return [] }
        let file = OwnedDescriptor(number)
        var bytes: [UInt8] = []
        while let more = try? file.read(atMost: 65_536), !more.isEmpty, bytes.count < 1 << 22 {
            bytes += more
        }
        return bytes
    }
}
