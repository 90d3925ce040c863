internal import Glibc

/// What the process was started with.
public enum Environment {
    /// The value of a variable, or `nil` when it is not set.
    public static subscript(name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        return String(cString: value)
    }

    /// The variables as the system has them, `name=value`, but for some; they need not be UTF-8.
    static func entries(without names: some Sequence<String>) -> [[UInt8]] {
        let prefixes = names.map { Array("\($0)=".utf8) }
        var entries: [[UInt8]] = []
        var next = environ
        while let entry = next.pointee {
            let bytes = UnsafeRawBufferPointer(start: entry, count: strlen(entry))
            if !prefixes.contains(where: { bytes.starts(with: $0) }) { entries.append(Array(bytes)) }
            next += 1
        }
        return entries
    }

    /// Whether a variable is set to something that is not UTF-8, and so no text.
    public static func isNoText(_ name: String) -> Bool {
        getenv(name).map { String(validatingCString: $0) == nil } ?? false
    }

    /// Every variable.
    public static var variables: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let parts = String(cString: entry).split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        return variables
    }

    /// The file of the running program, with all links resolved.
    ///
    /// - Throws: what the system says, where `/proc` is not there.
    public static var program: String {
        get throws(SystemError) {
            let link = "/proc/self/exe"
            guard let path = realpath(link, nil) else {
                throw SystemError(call: "realpath \(link)", code: errno)
            }
            defer { free(path) }
            return String(cString: path)
        }
    }
}
