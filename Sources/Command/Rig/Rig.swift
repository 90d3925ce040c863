internal import Binnacle
internal import Launch
internal import Platform

/// A plan on the bus at an address, from its start to its end.
struct Rig {
    private let plan: LaunchPlan
    private let address: BusAddress

    /// Adds a bus to a plan where none answers at the address yet.
    init(_ plan: LaunchPlan, at address: BusAddress, bus isThere: Bool) throws {
        var plan = plan
        if !isThere {
            guard !address.hasWildcardPort else {
                throw CommandError("\(address): a rig needs a bus at a port that is known", code: .usage)
            }
            var bus = PlannedNode(
                name: "bus",
                program: try Environment.program,
                arguments: ["bus", "--address", address.description, "--quiet"]
            )
            // The nodes find a bus that returns; one that does not stay ends the rig.
            bus.restart = RestartPolicy(.always)
            bus.restart.delay = .milliseconds(200)
            bus.restart.maximumDelay = .seconds(2)
            plan.foundation.insert(bus, at: 0)
        }
        self.plan = plan
        self.address = address
    }

    /// The plan that was found, when nothing is wrong with it; says what is.
    static func checked(_ found: (plan: LaunchPlan?, findings: [Finding])) throws -> LaunchPlan {
        for finding in found.findings { Output.say("\(finding)") }
        guard let plan = found.plan else { throw CheckFailed() }
        return plan
    }

    /// Runs the rig until it has ended by itself or somebody stops it.
    ///
    /// - Returns: 0 after a clean stop, else the code of the required node that ended, or 1.
    func run(_ node: Node, watching: Bool) async throws -> ExitCode {
        let readiness = RigReadiness()
        let journal = watching ? try RigJournal() : nil
        var options = Supervisor.Options(address: address.description)
        options.logLevel = Environment["BINNACLE_LOG_LEVEL"] ?? options.logLevel
        options.onEvent = { event in
            if case .started(let name, _) = event { readiness.started(name) }
        }
        if let journal { options.onLine = { journal.add($0) } }
        let supervisor = try Supervisor(plan, options: options)
        let teller = Task { await readiness.tell(supervisor, through: node) }
        defer { teller.cancel() }
        guard let journal else { return try await runPlain(supervisor) }
        let code = try await runWatched(supervisor, node)
        journal.end(failed: code != .success)
        return code
    }

    private func runPlain(_ supervisor: Supervisor) async throws -> ExitCode {
        _ = try Signals(Signals.ending) { _ in supervisor.stop() }
        return ExitCode(rawValue: try await supervisor.run())
    }

    private func runWatched(_ supervisor: Supervisor, _ node: Node) async throws -> ExitCode {
        let view = try LiveView(ViewState(bus: address.description), as: .suiting(json: false))
        _ = try Signals(Signals.screen) { signal in
            // The first one ends the view and so the rig; once the view is gone, further ones hurry the rig.
            if Signals.ending.contains(signal), view.isEnding { supervisor.stop() }
            view.take(signal)
        }
        ViewFeed(view: view).follow(node)
        let isOver = Lock(false)
        let watching = Task {
            let end = await view.run()
            if !isOver.withLock({ $0 }) {
                Output.say("stopping; Ctrl-C to hurry")
                supervisor.stop()
            }
            return end
        }
        let result: Result<Int32, any Error>
        do {
            result = .success(try await supervisor.run())
        } catch {
            result = .failure(error)
        }
        isOver.withLock { $0 = true }
        view.end()
        if case .failed(let why) = await watching.value { Output.say("the view ended: \(why)") }
        return ExitCode(rawValue: try result.get())
    }
}

/// Something is wrong with what was to be launched, and has been said.
struct CheckFailed: Error {}
