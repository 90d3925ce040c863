internal import Binnacle
internal import Launch
internal import Text

/// The launchers on a bus, as who gives them orders sees them.
struct RigClient {
    let node: Node
    /// For how long an answer may take.
    var patience = Duration.seconds(5)

    /// What a launcher answers, and others do not.
    private static let methods = ["down", "ps"]

    /// The names of the launchers.
    func launchers() async throws -> [String] {
        let list = try await node.request(
            "bus/nodes",
            BusRequests.Empty(),
            as: BusRequests.NodeList.self,
            timeout: patience
        )
        return list.nodes.filter { node in
            node.isPresent && (node.name == "launch" || node.name.hasPrefix("launch-"))
                && Self.methods.allSatisfy(node.answers.contains)
        }.map(\.name)
    }

    /// What each launcher says of its nodes.
    func reports() async throws -> [(launcher: String, report: LaunchService.Report)] {
        var reports: [(String, LaunchService.Report)] = []
        for launcher in try await launchers() {
            do throws(RequestError) {
                let report: LaunchService.Report = try await node.request(
                    "\(launcher)/ps",
                    BusRequests.Empty(),
                    timeout: patience
                )
                reports.append((launcher, report))
            } catch {
                // It may have ended meanwhile.
                guard error.code == .unknownNode || error.code == .refused else { throw error }
            }
        }
        return reports
    }

    /// The launcher of a node.
    func launcher(of name: String) async throws -> String {
        let reports = try await reports()
        guard !reports.isEmpty else { throw Self.nothingLaunched(node) }
        let found = reports.first { $0.report.nodes.contains { $0.name == name } }
        guard let found else {
            let known = reports.flatMap(\.report.nodes).map(\.name)
            throw CommandError(
                "no rig has a node '\(name)'; \(Suggestion.advice(for: name, among: known, "there are"))"
            )
        }
        return found.launcher
    }

    static func nothingLaunched(_ node: Node) -> CommandError {
        CommandError("nothing was launched on the bus at \(node.address); see 'binnacle launch --help'")
    }
}
