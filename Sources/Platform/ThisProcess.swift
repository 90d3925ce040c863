internal import Glibc

/// The running process.
public enum ThisProcess {
    /// Becomes another program, with the same process number, environment and open files.
    ///
    /// - Parameters:
    ///   - path: the program's file.
    ///   - arguments: its arguments, its name first.
    /// - Returns: why it has not; else never.
    public static func become(_ path: String, _ arguments: [String]) -> SystemError {
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        words.append(nil)
        execv(path, words)
        let code = errno
        for word in words { free(word) }
        return SystemError(call: "exec \(path)", code: code)
    }
}
