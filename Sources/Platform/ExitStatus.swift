internal import Glibc

/// How a process ended.
public enum ExitStatus: Hashable, Sendable, CustomStringConvertible {
    /// By itself, with this code.
    case code(Int32)
    /// By this signal.
    case signal(Int32)

    /// Takes apart what `waitpid` reports.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .code((waitStatus >> 8) & 0xFF) : .signal(signal)
    }

    /// Whether it ended with code 0.
    public var isSuccess: Bool { self == .code(0) }

    /// The code that a shell would show: 128 and the signal's number for a signal.
    public var shellCode: Int32 {
        switch self {
        case .code(let code): code
        case .signal(let number): 128 &+ number
        }
    }

    /// `exit code 1` or `SIGSEGV (segmentation fault)`.
    public var description: String {
        switch self {
        case .code(let code): return "exit code \(code)"
        case .signal(let number):
            guard let text = strsignal(number) else { return Self.name(ofSignal: number) }
            return "\(Self.name(ofSignal: number)) (\(String(cString: text).lowercased()))"
        }
    }

    /// The name of a signal: `SIGTERM`.
    public static func name(ofSignal number: Int32) -> String {
        let names: [Int32: String] = [
            SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
            SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGUSR1: "SIGUSR1",
            SIGSEGV: "SIGSEGV", SIGUSR2: "SIGUSR2", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM",
            SIGTERM: "SIGTERM",
            SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGSYS: "SIGSYS",
        ]
        return names[number] ?? "signal \(number)"
    }
}
