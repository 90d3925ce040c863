internal import Glibc

/// What the process takes of the machine's memory.
public enum ProcessMemory {
    /// Resident memory in bytes, or `nil` where `/proc` does not tell.
    public static var resident: Int? {
        guard let descriptor = try? SystemFile.open("/proc/self/statm", O_RDONLY) else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 128)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return nil }
        // Pages: total, resident, shared, …
        let fields = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
        return pages * Int(getpagesize())
    }
}
