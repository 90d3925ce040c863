internal import Binnacle
internal import Glibc
internal import Platform

/// A rig that outlives the command that started it, and the terminal.
struct BackgroundLaunch {
    /// The launch file.
    let file: String
    let place: RigPlace

    private static let interval = Duration.milliseconds(20)
    /// How much of what a rig wrote is shown that has ended at once.
    private static let shown = 20

    /// Starts the same command without `--detach`, and waits until its launcher is on the bus.
    ///
    /// - Returns: success then; the rig's own code when it has ended before.
    func start() async throws -> ExitCode {
        let log = try makeLog()
        let output = OwnedDescriptor(try SystemFile.open(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND))
        let child = try ChildProcess(
            path: try Environment.program,
            arguments: CommandLine.arguments.dropFirst().filter { $0 != "-d" && $0 != "--detach" },
            environment: Environment.variables,
            output: output.number,
            error: output.number,
            ownSession: true
        )
        let node = try BusConnection.join(place.address)
        do {
            while true {
                if let status = child.reap() {
                    await node.close()
                    for line in try lines(of: log).suffix(Self.shown) { Output.say(line) }
                    return ExitCode(rawValue: status.shellCode)
                }
                if try await isUp(child.pid, node) { break }
                try await Task.sleep(for: Self.interval)
            }
            await node.close()
        } catch {
            child.signalGroup(SIGTERM)
            await node.close()
            throw error
        }
        Output.say(
            "launched in the background (pid \(child.pid)) on \(place.address); its lines go to \(log)"
        )
        return .success
    }

    private func isUp(_ pid: Int32, _ node: Node) async throws -> Bool {
        guard try await BusConnection.answers(node) else { return false }
        return try await RigClient(node: node).reports().contains { $0.report.pid == Int(pid) }
    }

    /// The file for the rig's lines: `launch-<file>.log` among the user's state; that of the run before is kept as `.1`.
    private func makeLog() throws -> String {
        let home = Environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let state = home ?? Environment["HOME"].map({ "\($0)/.local/state" }) else {
            throw CommandError("there is no folder for the rig's lines: set XDG_STATE_HOME or HOME")
        }
        let folder = "\(state)/binnacle"
        try Directory.create(folder, mode: 0o700)
        let name = file.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? "rig"
        let log = "\(folder)/launch-\(name).log"
        rename(log, log + ".1")
        return log
    }

    private func lines(of log: String) throws -> [String] {
        let reader = OwnedDescriptor(try SystemFile.open(log, O_RDONLY))
        var bytes: [UInt8] = []
        while bytes.count < 1 << 20, let more = try reader.read(atMost: 65_536), !more.isEmpty {
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
