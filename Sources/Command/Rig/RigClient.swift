internal import Binnacle
internal import Launch
internal import Platform
internal import Text

/// The launchers on a bus, as who gives them orders sees them.
struct RigClient {
    let node: Node
    /// For how long an answer may take.
    var patience = Duration.seconds(5)

    /// What a launcher answers, and others do not.
    private static let methods = ["down", "ps"]

    /// The rigs on a bus.
    struct Rigs {
        /// What each launcher says of its nodes.
        var reports: [(launcher: String, report: LaunchService.Report)] = []
        /// Launchers that are there and do not answer: stopped, or held up.
        var silent: [BusRequests.NodeInfo] = []

        /// What is said of a launcher that does not answer.
        var complaints: [String] {
            silent.map { launcher in
                "the launcher '\(launcher.name)' (process \(launcher.pid)) does not answer: it is stopped or held up; "
                    + "let it go on with 'kill -CONT \(launcher.pid)', or end it with 'kill -KILL \(launcher.pid)'"
            }
        }
    }

    /// Asks each launcher.
    ///
    /// - Throws: `RequestError`, when the bus does not answer.
    func rigs() async throws -> Rigs {
        let list = try await node.request(
            "bus/nodes",
            BusRequests.Empty(),
            as: BusRequests.NodeList.self,
            timeout: patience
        )
        var rigs = Rigs()
        for launcher in list.nodes.filter(Self.isLauncher) {
            do throws(RequestError) {
                let report: LaunchService.Report = try await node.request(
                    "\(launcher.name)/ps",
                    BusRequests.Empty(),
                    timeout: patience
                )
                rigs.reports.append((launcher.name, report))
            } catch {
                // It may have ended meanwhile.
                if isHeldUp(launcher) { rigs.silent.append(launcher) }
            }
        }
        return rigs
    }

    private static func isLauncher(_ node: BusRequests.NodeInfo) -> Bool {
        guard node.name == "launch" || node.name.hasPrefix("launch-") else { return false }
        if node.isPresent { return methods.allSatisfy(node.answers.contains) }
        // Of one that is silent the bus does not tell what it answered.
        return node.name == "launch" || node.name == "launch-\(node.pid)"
    }

    /// Whether a launcher that has not answered is there all the same; on this machine the process tells.
    private func isHeldUp(_ launcher: BusRequests.NodeInfo) -> Bool {
        if node.address.folder == nil { return launcher.isPresent }
        let pid = Int32(clamping: launcher.pid)
        // The number may be another program's by now.
        let own = (try? Environment.program)?.split(separator: "/").last
        return !OtherProcess.hasEnded(pid) && OtherProcess.program(of: pid)?.split(separator: "/").last == own
    }

    /// What the launchers say of their nodes, one at least; says which do not answer.
    ///
    /// - Throws: that there is none, or none that answers.
    func reports() async throws -> [(launcher: String, report: LaunchService.Report)] {
        let rigs = try await rigs()
        guard !rigs.reports.isEmpty else {
            throw rigs.complaints.first.map { CommandError($0) } ?? Self.nothingLaunched(node)
        }
        for complaint in rigs.complaints { Output.say(complaint) }
        return rigs.reports
    }

    /// The launcher of a node.
    ///
    /// - Parameters:
    ///   - name: the node's name.
    ///   - rig: the launcher's, where several have a node of the name.
    /// - Returns: the launcher's name.
    /// - Throws: that there is no such node, or that there are several.
    func launcher(of name: String, rig: String? = nil) async throws -> String {
        let all = try await reports()
        let reports = try Self.only(rig, of: all)
        let found = reports.filter { $0.report.nodes.contains { $0.name == name } }
        if found.count > 1 {
            let names = found.map(\.launcher).joined(separator: ", ")
            throw CommandError(
                "several rigs have a node '\(name)': \(names); name one with --rig",
                code: .usage
            )
        }
        guard let found = found.first else {
            let known = reports.flatMap(\.report.nodes).map(\.name)
            throw CommandError(
                "no rig has a node '\(name)'; \(Suggestion.advice(for: name, among: known, "there are"))"
            )
        }
        return found.launcher
    }

    /// The one report of a launcher, or all where none is named.
    ///
    /// - Throws: that there is no such launcher.
    static func only(_ rig: String?, of reports: [(launcher: String, report: LaunchService.Report)])
        throws(CommandError) -> [(launcher: String, report: LaunchService.Report)]
    {
        guard let rig else { return reports }
        let found = reports.filter { $0.launcher == rig }
        guard found.isEmpty else { return found }
        let names = reports.map(\.launcher).joined(separator: ", ")
        throw CommandError("there is no rig '\(rig)'; there is \(names)", code: .usage)
    }

    private static func nothingLaunched(_ node: Node) -> CommandError {
        CommandError("nothing was launched on the bus at \(node.address); see 'binnacle launch --help'")
    }
}
