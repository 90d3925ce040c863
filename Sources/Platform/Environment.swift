internal import Glibc

/// The process's environment variables.
public enum Environment {
    /// The value of a variable, or `nil` when it is not set.
    public static subscript(name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        return String(cString: value)
    }
}
