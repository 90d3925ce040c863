import Glibc
import Platform
import Testing

/// The processes of this machine, as `/proc` shows them.
enum Processes {
    /// Those that were told the bus of a test, by number.
    static func on(_ scratch: Scratch) -> [Int32] {
        let wanted = "BINNACLE_BUS=\(scratch.environment["BINNACLE_BUS"] ?? "")"
        return all.filter { text("/proc/\($0)/environ").split(separator: "\0").contains(wanted[...]) }
    }

    /// Those that a process has started itself and that have not ended.
    static func children(of parent: Int32) -> [Int32] {
        all.filter { pid in
            // What stands in brackets is the program's name, which may have brackets too.
            let fields = text("/proc/\(pid)/stat").split(separator: ")").last?.split(separator: " ") ?? []
            return fields.count > 1 && fields[0] != "Z" && Int32(fields[1]) == parent
        }
    }

    /// Whether a process has a handler for a signal.
    static func takes(_ signal: Int32, _ pid: Int32) -> Bool { has(signal, pid, in: "SigCgt:") }

    /// Whether a process keeps a signal back, to fetch it where it waits.
    static func fetches(_ signal: Int32, _ pid: Int32) -> Bool { has(signal, pid, in: "SigBlk:") }

    private static func has(_ signal: Int32, _ pid: Int32, in set: String) -> Bool {
        let line = text("/proc/\(pid)/status").split(separator: "\n").first { $0.hasPrefix(set) }
        let mask = line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
        return mask >> UInt64(signal - 1) & 1 == 1
    }

    /// Those that a process has started, and those that these have started, and so on.
    static func descendants(of parent: Int32) -> [Int32] {
        children(of: parent).flatMap { [$0] + descendants(of: $0) }
    }

    /// How much processor time a process has taken, seconds.
    static func cpuSeconds(_ pid: Int32) -> Double? {
        // Behind the name: the state is the first field, user and system time the 12th and 13th.
        let fields = text("/proc/\(pid)/stat").split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
            return nil
        }
        return (user + system) / Double(sysconf(CInt(_SC_CLK_TCK)))
    }

    /// The arguments of a process, its program first.
    static func arguments(of pid: Int32) -> [Substring] {
        text("/proc/\(pid)/cmdline").split(separator: "\0")
    }

    /// Whether it is there and has not ended.
    static func isAlive(_ pid: Int32) -> Bool {
        let state = text("/proc/\(pid)/stat").split(separator: ")").last?.first { $0 != " " }
        return state.map { $0 != "Z" } ?? false
    }

    /// Whether a process has a library in its memory whose file's name begins so.
    static func maps(_ library: String, _ pid: Int32) -> Bool {
        text("/proc/\(pid)/maps").contains("/\(library)")
    }

    /// The resident memory of a process, bytes.
    static func resident(_ pid: Int32) -> Int? {
        text("/proc/\(pid)/statm").split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
            $0 * Int(getpagesize())
        }
    }

    private static var all: [Int32] { Source.files(in: "/proc").compactMap { Int32($0) } }

    private static func text(_ path: String) -> String {
        guard let number = try? SystemFile.open(path, O_RDONLY) else { return "" }
        let descriptor = OwnedDescriptor(number)
        var bytes: [UInt8] = []
        while let more = try? descriptor.read(atMost: 65_536), !more.isEmpty { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }
}
