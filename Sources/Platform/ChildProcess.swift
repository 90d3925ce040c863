internal import CSystem
internal import Glibc

/// A program that this process started, in a process group of its own.
///
/// Its group has the child's process number and lasts until its last member has ended, which may be after the child.
public final class ChildProcess: Sendable {
    /// The process's number, and that of its group.
    public let pid: Int32
    /// Readable once the process has ended.
    public let descriptor: CInt

    /// Starts a program with no signal blocked or handled and no descriptor open but those named here.
    ///
    /// - Parameters:
    ///   - path: the program's file.
    ///   - arguments: its arguments, without its name.
    ///   - environment: the variables that it is given; nil for one that it is to be without.
    ///   - inheritsEnvironment: whether it is given this process's other variables too, byte for byte.
    ///   - input: its standard input; nil for `/dev/null`.
    ///   - output: its standard output.
    ///   - error: its standard error.
    ///   - directory: the folder that it starts in; nil for this process's.
    ///   - lifeline: its descriptor 3.
    ///   - guardian: a pipe that is told `+ pid` before the program begins.
    ///   - ownSession: whether it leads a session of its own, which no terminal ends.
    /// - Throws: when it cannot be started, with the system's reason.
    public init(
        path: String,
        arguments: [String],
        environment: [String: String?],
        inheritsEnvironment: Bool = false,
        input: CInt? = nil,
        output: CInt,
        error: CInt,
        directory: String? = nil,
        lifeline: CInt? = nil,
        guardian: CInt? = nil,
        ownSession: Bool = false
    ) throws(SystemError) {
        var pid: pid_t = -1
        let own = environment.sorted { $0.key < $1.key }.compactMap { name, value in
            value.map { Array("\(name)=\($0)".utf8) }
        }
        let variables = own + (inheritsEnvironment ? Environment.entries(without: environment.keys) : [])
        let words = ([path] + arguments).map { Array($0.utf8) }
        let folder = directory.map { strdup($0) }
        defer { free(folder ?? nil) }
        let status = withCStrings(words) { arguments in
            withCStrings(variables) { environment in
                path.withCString { path in
                    var program = csystem_program(
                        path: path,
                        arguments: arguments,
                        environment: environment,
                        directory: folder.flatMap { UnsafePointer($0) },
                        input: input ?? -1,
                        output: output,
                        error: error,
                        lifeline: lifeline ?? -1,
                        guard: guardian ?? -1,
                        session: ownSession ? 1 : 0
                    )
                    return csystem_spawn(&program, &pid)
                }
            }
        }
        guard status == 0 else { throw SystemError(call: path, code: status) }
        self.pid = pid
        descriptor = csystem_pidfd_open(pid)
        guard descriptor >= 0 else {
            let code = errno
            kill(-pid, SIGKILL)
            waitpid(pid, nil, 0)
            throw SystemError(call: "pidfd_open", code: code)
        }
    }

    deinit { close(descriptor) }

    /// Fetches how the process ended, once; nil while it runs.
    public func reap() -> ExitStatus? {
        var status: Int32 = 0
        while true {
            let result = waitpid(pid, &status, WNOHANG)
            if result == pid { return ExitStatus(waitStatus: status) }
            if result < 0, errno == EINTR { continue }
            return result < 0 ? .code(0) : nil
        }
    }

    /// Sends a signal to every process of the group.
    public func signalGroup(_ number: Int32) {
        kill(-pid, number)
    }

    /// Whether no process of the group is left; to be asked once the child has been reaped.
    ///
    /// Members that ended after their own parent are fetched on the way, where this process adopts orphans.
    public func isGroupEmpty() -> Bool {
        while waitpid(-pid, nil, WNOHANG) > 0 {}
        return kill(-pid, 0) < 0 && errno == ESRCH
    }

    /// Makes this process the parent of its descendants whose own parent ends, so that it can fetch their ends.
    public static func adoptOrphans() {
        _ = csystem_adopt_orphans()
    }
}

private func withCStrings<Result>(
    _ strings: [[UInt8]],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() {
        let copy = (string + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.flatMap { strdup($0) } }
        }
        (pointers + index).initialize(to: copy)
    }
    (pointers + strings.count).initialize(to: nil)
    defer {
        for index in strings.indices { free(pointers[index]) }
        pointers.deallocate()
    }
    return body(pointers)
}
