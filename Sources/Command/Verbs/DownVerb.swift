internal import Binnacle
internal import Launch
internal import Platform

/// `binnacle down`: the end of a rig.
enum DownVerb {
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
        options: [CommonOptions.rig, timeout, CommonOptions.address],
        examples: [.init("binnacle down", "after 'binnacle launch -d FILE'")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let deadline = ContinuousClock.now + .seconds(arguments[timeout] ?? 60)
        return try await BusConnection.withNode(arguments) { node in
            let reports = try RigClient.only(
                arguments[CommonOptions.rig],
                of: try await RigClient(node: node).reports()
            )
            guard let found = reports.first, reports.count == 1 else {
                let names = reports.map(\.launcher).joined(separator: ", ")
                throw CommandError("there are several rigs: \(names); name one with --rig", code: .usage)
            }
            do throws(RequestError) {
                let wish = LaunchService.Nothing()
                _ = try await node.request("\(found.launcher)/down", wish, as: LaunchService.Nothing.self)
            } catch {
                // With the rig its bus may have gone before the answer was here: the launcher itself tells.
                if error.code == .badRequest || error.code == .unknownMethod { throw error }
            }
            while try await isThere(found.launcher, pid: found.report.pid, node) {
                guard ContinuousClock.now < deadline else {
                    throw CommandError(
                        "\(found.launcher) is still stopping; see 'binnacle ps'",
                        code: .nothing
                    )
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
