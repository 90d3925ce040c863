internal import Binnacle
internal import Glibc
internal import Launch
internal import Platform

/// A plan on the bus at an address, from its start to its end.
struct Rig {
    private let plan: LaunchPlan
    private let place: RigPlace
    private let turn: LaunchTurn

    /// Looks at the place of a plan, and runs the plan there until it has ended by itself or somebody stops it.
    ///
    /// - Returns: 0 after a clean stop, else the code of the required node that ended, or 1.
    static func launch(
        _ plan: LaunchPlan,
        _ arguments: Arguments,
        watching: Bool,
        timestamps: Bool
    ) async throws -> ExitCode {
        let turn = try await LaunchTurn.take(at: RigPlace.address(of: plan, arguments).0)
        let place = try await checkedPlace(of: plan, arguments)
        return try await Rig(plan, at: place, turn).run(watching: watching, timestamps: timestamps)
    }

    /// Adds a bus to a plan where none answers yet.
    private init(_ plan: LaunchPlan, at place: RigPlace, _ turn: LaunchTurn) throws {
        var plan = plan
        if place.nodes == nil {
            var bus = PlannedNode(
                name: "bus",
                program: try Environment.program,
                arguments: ["bus", "--address", place.address.description, "--quiet"]
                    + plan.bus.secured.flatMap { ["--secure", $0.text] }
                    + (plan.bus.isInsecure ? ["--insecure"] : [])
            )
            // The nodes find a bus that returns; one that does not stay ends the rig.
            bus.restart = RestartPolicy(.always)
            bus.restart.delay = .milliseconds(200)
            bus.restart.maximumDelay = .seconds(2)
            plan.foundation.insert(bus, at: 0)
        } else if !plan.bus.secured.isEmpty {
            Output.say(
                "the bus at \(place.address) runs already: 'security' of the launch file is for one to be started"
            )
        }
        self.plan = plan
        self.place = place
        self.turn = turn
    }

    /// The plan that was found, when nothing is wrong with it.
    ///
    /// Says what is wrong, and then also what is in the way at the bus that the command's arguments name.
    static func checked(_ found: LaunchPlan.Loaded, _ arguments: Arguments) async throws -> LaunchPlan {
        for finding in found.findings { Output.say("\(finding)") }
        if let plan = found.plan { return plan }
        if let draft = found.draft, let place = try? await RigPlace.find(draft, arguments) {
            for finding in place.findings(draft, isComplete: false) { Output.say("\(finding)") }
        }
        throw CheckFailed()
    }

    /// Where a plan is to be started, when nothing there is in its way; says what is.
    static func checkedPlace(of plan: LaunchPlan, _ arguments: Arguments) async throws -> RigPlace {
        let place = try await RigPlace.find(plan, arguments)
        let findings = place.findings(plan)
        for finding in findings { Output.say("\(finding)") }
        guard findings.isEmpty else { throw CheckFailed() }
        return place
    }

    private func run(watching: Bool, timestamps: Bool) async throws -> ExitCode {
        let node = try BusConnection.join(place.address, as: place.launcherName)
        do {
            let code = try await run(node, watching: watching, timestamps: timestamps)
            // A bus of its own has ended, and there is nobody to say goodbye to.
            if place.nodes != nil { await node.close() }
            return code
        } catch {
            await node.close()
            throw error
        }
    }

    private func run(_ node: Node, watching: Bool, timestamps: Bool) async throws -> ExitCode {
        let readiness = RigReadiness(plan)
        let journal = watching ? try RigJournal() : nil
        var options = Supervisor.Options(address: place.address.description)
        options.logLevel = Environment["BINNACLE_LOG_LEVEL"] ?? options.logLevel
        options.writesTimes = timestamps
        options.ownsAllChildren = true
        options.onStart = { readiness.begin($0) }
        options.onEvent = { readiness.take($0) }
        if let journal { options.onLine = { journal.add($0) } }
        let supervisor = try Supervisor(plan, options: options)
        node.onRefusal { [turn] refusal in
            Output.say("this rig takes no orders: \(refusal.message)")
            turn.end()
        }
        LaunchService(supervisor: supervisor, plan: plan).answer(on: node)
        node.ready()
        let teller = Task { await readiness.tell(supervisor, through: node) }
        let introduction = Task { await endTurn(onceKnown: node) }
        defer {
            teller.cancel()
            introduction.cancel()
            turn.end()
        }
        guard let journal else { return try await runPlain(supervisor) }
        let code = try await runWatched(supervisor, node)
        journal.end(failed: code != .success)
        return code
    }

    /// Lets others look at the bus once they find this rig there.
    private func endTurn(onceKnown node: Node) async {
        while !Task.isCancelled {
            let list: BusRequests.NodeList? = try? await node.request(
                "bus/nodes",
                BusRequests.Empty(),
                timeout: .seconds(1)
            )
            if list?.nodes.contains(where: { $0.name == node.name && $0.pid == Int(getpid()) }) == true {
                break
            }
            try? await Task.sleep(for: .milliseconds(20))
        }
        turn.end()
    }

    private func runPlain(_ supervisor: Supervisor) async throws -> ExitCode {
        _ = try Signals(Signals.ending) { _ in supervisor.stop() }
        return ExitCode(rawValue: try await supervisor.run())
    }

    private func runWatched(_ supervisor: Supervisor, _ node: Node) async throws -> ExitCode {
        let view = try LiveView(ViewState(bus: place.address.description), as: .suiting(json: false))
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
