internal import Binnacle
internal import Glibc
internal import Platform

/// A rig that outlives the command that started it, and the terminal.
struct BackgroundLaunch {
    /// The launch file.
    let file: String
    let place: RigPlace

    private static let interval = Duration.milliseconds(20)
    /// How long the launcher may take to be on the bus.
    private static let patience = Duration.seconds(60)
    /// How much of what a rig wrote is shown that has ended at once.
    private static let shown = 20

    /// Starts the same command without `--detach`, and waits until its launcher is on the bus.
    ///
    /// - Returns: success then; the rig's own code when it has ended before.
    /// - Throws: that it has not come in time; it is ended then.
    func start() async throws -> ExitCode {
        let log = try RigLog(of: file)
        let output = log.file
        let deadline = ContinuousClock.now + Self.patience
        let child = try ChildProcess(
            path: try Environment.program,
            arguments: CommandLine.arguments.dropFirst().filter { $0 != "-d" && $0 != "--detach" },
            environment: [:],
            inheritsEnvironment: true,
            output: output.number,
            error: output.number,
            ownSession: true
        )
        let node = try BusConnection.join(place.address)
        do {
            while true {
                if let status = child.reap() {
                    await node.close()
                    for line in try log.lines().suffix(Self.shown) { Output.say(line) }
                    return ExitCode(rawValue: status.shellCode)
                }
                if try await isUp(child.pid, node) { break }
                guard ContinuousClock.now < deadline else {
                    throw CommandError(
                        "the rig was not on the bus at \(place.address) within \(Self.patience.components.seconds) s, and is ended; "
                            + "its lines are in \(log.path)",
                        code: .nothing
                    )
                }
                try await Task.sleep(for: Self.interval)
            }
            await node.close()
        } catch {
            child.signalGroup(SIGTERM)
            await node.close()
            throw error
        }
        Output.say(
            "launched in the background (pid \(child.pid)) on \(place.address); its lines go to \(log.path)"
        )
        return .success
    }

    private func isUp(_ pid: Int32, _ node: Node) async throws -> Bool {
        guard try await BusConnection.answers(node) else { return false }
        return try await RigClient(node: node).rigs().reports.contains { $0.report.pid == Int(pid) }
    }
}
