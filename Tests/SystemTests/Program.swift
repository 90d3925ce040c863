import Glibc
import Platform
import Testing

/// A program under test, started as a user would start it, with what it says.
final class Program: Sendable {
    /// What a program said and how it ended.
    struct Outcome {
        var status: Platform.ExitStatus
        var output: String
        var error: String

        var lines: [Substring] { output.split(separator: "\n") }
    }

    let name: String
    private let process: ChildProcess
    private let output = Lock("")
    private let error = Lock("")
    private let readers: [Wakeup]

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: its file, or the name of one of the built programs.
    ///   - arguments: its arguments.
    ///   - environment: variables that are added to those of the test.
    /// - Throws: why it cannot be started.
    init(_ path: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        name = path
        let file = path.hasPrefix("/") ? path : "\(Program.folder)/\(path)"
        let (outReader, outWriter) = try OwnedDescriptor.pipe()
        let (errorReader, errorWriter) = try OwnedDescriptor.pipe()
        process = try ChildProcess(
            path: file,
            arguments: arguments,
            environment: Program.environment(environment),
            output: outWriter.number,
            error: errorWriter.number
        )
        readers = [try Wakeup(), try Wakeup()]
        for (descriptor, text, bell) in [(outReader, output, readers[0]), (errorReader, error, readers[1])] {
            try Thread.start(named: "reader") {
                while let bytes = try? descriptor.read(atMost: 65_536), !bytes.isEmpty {
                    text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
                }
                bell.ring()
            }
        }
    }

    /// Ends what a test that failed has left running; a launcher's guardian ends the launcher's nodes.
    deinit {
        guard process.reap() == nil else { return }
        process.signalGroup(SIGKILL)
        while process.reap() == nil { usleep(1000) }
    }

    var pid: Int32 { process.pid }
    var said: String { output.withLock { $0 } }
    var complained: String { error.withLock { $0 } }

    func send(_ signal: Int32) { kill(process.pid, signal) }

    /// Waits until the program has said something.
    func until(_ condition: (Program) -> Bool) async throws {
        while !condition(self) {
            try await Task.sleep(for: .milliseconds(5))
            if hasEnded {
                // What it said last may be on its way still.
                for bell in readers { bell.wait() }
                if condition(self) { return }
                Issue.record("\(name) ended before it was as expected: \(said)\(complained)")
                throw CancellationError()
            }
        }
    }

    /// Waits for the end, and returns how it was.
    func ended() async throws -> Outcome {
        while !hasEnded { try await Task.sleep(for: .milliseconds(5)) }
        for bell in readers { bell.wait() }
        return Outcome(status: try #require(process.reap()), output: said, error: complained)
    }

    /// The exit status, once it has ended; `nil` while it runs after so long.
    func ended(within limit: Duration) async throws -> Outcome? {
        let deadline = ContinuousClock.now + limit
        while !hasEnded {
            if ContinuousClock.now > deadline { return nil }
            try await Task.sleep(for: .milliseconds(5))
        }
        return try await ended()
    }

    /// Asks for the end, and waits for it.
    @discardableResult
    func stop(_ signal: Int32 = SIGTERM) async throws -> Outcome {
        send(signal)
        return try await ended()
    }

    private var hasEnded: Bool {
        var item = pollfd(fd: process.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&item, 1, 0) > 0
    }

    /// Runs a program to its end.
    static func run(
        _ path: String,
        _ arguments: [String] = [],
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await Program(path, arguments, environment: environment).ended()
    }

    /// Whether it has not ended yet.
    var isRunning: Bool { !hasEnded }

    /// The folder of the built programs: `BINNACLE_PROGRAMS`, else the test program's own.
    static let folder: String = {
        if let folder = Environment["BINNACLE_PROGRAMS"] { return folder }
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }()

    private static func environment(_ added: [String: String]) -> [String: String] {
        var all: [String: String] = [:]
        for name in ["PATH", "HOME", "LANG", "TERM"] { all[name] = Environment[name] }
        all["BINNACLE_PLUGIN_PATH"] = "\(Source.root)/Plugins"
        return all.merging(added) { $1 }
    }
}
