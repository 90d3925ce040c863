internal import Binnacle
internal import Launch

/// `binnacle ready`: whether a rig is at work.
enum ReadyVerb {
    private static let nodes = Operand<String>(
        "node",
        "these nodes alone",
        .repeated,
        completing: .launchedNodes
    )
    private static let wait = Flag("wait", "wait until they are, for a rig that is not there yet too")
    private static let timeout = Option<Double>(
        "timeout",
        "S",
        "how many seconds to wait",
        in: 0.001...1e6,
        default: 30
    )

    private static let interval = Duration.milliseconds(50)

    static let declaration = Verb(
        "ready",
        "Tell whether all nodes of a rig are at work",
        discussion: """
            A node that has finished counts, and so does a program of which nothing tells but
            that it runs. Ends with 1 and says which are not; with --wait as soon as one never
            will be, with 3 when the time is up.
            """,
        operands: [nodes],
        options: [wait, timeout, CommonOptions.address],
        examples: [.init("binnacle launch -d Config/demo.yaml && binnacle ready --wait", "for scripts")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let wanted = arguments.all(nodes)
        let deadline = ContinuousClock.now + .seconds(arguments[timeout] ?? 30)
        let node = try BusConnection.join(try BusConnection.address(arguments))
        do {
            while true {
                let (missing, isHopeless) = try await look(node, wanted, until: deadline)
                if missing.isEmpty {
                    await node.close()
                    return .success
                }
                let isLate = ContinuousClock.now >= deadline
                if isHopeless || isLate || !arguments[wait] {
                    for line in missing { Output.say(line) }
                    await node.close()
                    return arguments[wait] && !isHopeless ? .nothing : .failure
                }
                try await Task.sleep(for: interval)
            }
        } catch {
            await node.close()
            throw error
        }
    }

    /// What is not at work, a line each, and whether something of it never will be by itself.
    private static func look(
        _ node: Node,
        _ wanted: [String],
        until deadline: ContinuousClock.Instant
    ) async throws -> ([String], isHopeless: Bool) {
        let left = { max(.milliseconds(1), deadline - ContinuousClock.now) }
        guard try await BusConnection.answers(node, within: left()) else {
            return (["no bus answers at \(node.address)"], false)
        }
        let rigs: RigClient.Rigs
        do {
            rigs = try await RigClient(node: node, patience: min(.seconds(5), left())).rigs()
        } catch let error as RequestError where error.code == .timeout {
            throw CommandError(error.message, code: .nothing)
        }
        var lines = rigs.complaints
        guard !rigs.reports.isEmpty || !lines.isEmpty else {
            return (["nothing was launched on the bus at \(node.address)"], false)
        }
        let all = rigs.reports.flatMap(\.report.nodes)
        var isHopeless = false
        for name in wanted where rigs.silent.isEmpty && !all.contains(where: { $0.name == name }) {
            lines.append("no rig has a node '\(name)'")
            isHopeless = true
        }
        for state in all where (wanted.isEmpty || wanted.contains(state.name)) && !state.isUp {
            lines.append(
                "\(state.name): \(state.state.rawValue)\(state.last.map { ", ended with \($0)" } ?? "")"
            )
            switch state.state {
            case .failed, .skipped, .stopped: isHopeless = true
            default: break
            }
        }
        return (lines, isHopeless)
    }
}
