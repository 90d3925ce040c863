internal import Glibc

/// The running process.
public enum ThisProcess {
    /// Which argument is the first, from 1, that is not UTF-8 and so no text; nil where all are.
    public static var firstArgumentNotInUTF8: Int? {
        let arguments = CommandLine.unsafeArgv
        return (1..<max(Int(CommandLine.argc), 1)).first { place in
            arguments[place].map { String(validatingCString: $0) == nil } ?? false
        }
    }

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
