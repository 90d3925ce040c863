internal import CSystem
internal import Glibc

/// What the process takes of the machine's memory.
public enum ProcessMemory {
    /// Resident memory in bytes, or `nil` where `/proc` does not tell.
    public static var resident: Int? {
        guard let descriptor = try? SystemFile.open("/proc/self/statm", O_RDONLY),
            let bytes = try? OwnedDescriptor(descriptor).read(atMost: 128)
        else { return nil }
        // Pages: total, resident, shared, …
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
        return pages * Int(getpagesize())
    }

    /// Gives back to the system what has been freed and is not used again at once.
    public static func trim() { csystem_trim_memory() }
}
