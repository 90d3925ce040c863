internal import Binnacle
internal import Launch
internal import Platform

/// `binnacle down`: the end of a rig.
enum DownVerb {
    private static let rig = Option<String>(
        "rig",
        "NAME",
        "the launcher, where there are several: launch-PID"
    )
    private static let timeout = Option<Double>(
        "timeout",
        "S",
        "how many seconds it may take",
        in: 0.001...1e6,
        default: 60
    )

    static let declaration = Verb(
        "down",
        "End a rig that was launched, as Ctrl-C does",
        discussion: "Returns once the launcher has ended; 3 when that takes longer than --timeout.",
        options: [rig, timeout, CommonOptions.address],
        examples: [.init("binnacle down", "after 'binnacle launch -d FILE'")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let deadline = ContinuousClock.now + .seconds(arguments[timeout] ?? 60)
        return try await BusConnection.withNode(arguments) { node in
            let reports = try await RigClient(node: node).reports()
            guard let first = reports.first else { throw RigClient.nothingLaunched(node) }
            let names = reports.map(\.launcher).joined(separator: ", ")
            let wanted = arguments[rig] ?? (reports.count == 1 ? first.launcher : nil)
            guard let wanted else {
                throw CommandError("there are several rigs: \(names); name one with --rig")
            }
            guard let found = reports.first(where: { $0.launcher == wanted }) else {
                throw CommandError("there is no rig '\(wanted)'; there is \(names)")
            }
            _ = try await node.request(
                "\(wanted)/down",
                LaunchService.Nothing(),
                as: LaunchService.Nothing.self
            )
            while try await isThere(found.launcher, pid: found.report.pid, node) {
                guard ContinuousClock.now < deadline else {
                    throw CommandError("\(wanted) is still stopping; see 'binnacle ps'", code: .nothing)
                }
                try await Task.sleep(for: .milliseconds(20))
            }
            return .success
        }
    }

    /// Whether a launcher has not ended yet; on this machine the process tells.
    private static func isThere(_ name: String, pid: Int, _ node: Node) async throws -> Bool {
        if node.address.folder != nil { return !OtherProcess.hasEnded(Int32(clamping: pid)) }
        do throws(RequestError) {
            _ = try await node.request("\(name)/ping", Array("{}".utf8), timeout: .seconds(1))
            return true
        } catch {
            return error.code != .unknownNode && error.code != .timeout
        }
    }
}
