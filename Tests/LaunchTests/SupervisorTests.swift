internal import Glibc
@testable internal import Launch
internal import Platform
internal import Synchronization
internal import Testing

/// What a rig said, and what to do when it says it.
private final class Witness: Sendable {
    private let state = Mutex<(lines: [ConsoleLine], events: [RigEvent])>(([], []))

    func add(_ line: ConsoleLine) { state.withLock { $0.lines.append(line) } }
    func add(_ event: RigEvent) { state.withLock { $0.events.append(event) } }

    var events: [RigEvent] { state.withLock { $0.events } }

    func lines(of node: String) -> [String] {
        state.withLock { $0.lines }.filter { $0.node == node && $0.source != .launcher }
            .map { String(decoding: $0.text, as: UTF8.self) }
    }

    var pids: [Int32] { events.compactMap { if case .started(_, let pid) = $0 { pid } else { nil } } }
}

private func shell(_ name: String, _ script: String) -> PlannedNode {
    var node = PlannedNode(name: name, program: "/bin/sh", arguments: ["-c", script])
    node.stop.grace = .milliseconds(200)
    return node
}

/// Runs a rig; `reaction` is told each line of a node and may stop it.
private func run(
    _ plan: LaunchPlan,
    reaction: @escaping @Sendable (ConsoleLine, Supervisor) -> Void = { _, _ in }
) async throws -> (code: Int32, witness: Witness) {
    let witness = Witness()
    let shared = Shared()
    var options = Supervisor.Options(address: "ipc:///nowhere")
    options.onLine = { line in
        witness.add(line)
        if let supervisor = shared.get() { reaction(line, supervisor) }
    }
    options.onEvent = { witness.add($0) }
    let supervisor = try Supervisor(plan, options: options)
    shared.set(supervisor)
    let code = try await supervisor.run()
    for pid in witness.pids { #expect(kill(-pid, 0) < 0 && errno == ESRCH, "group \(pid) is left") }
    return (code, witness)
}

private final class Shared: Sendable {
    private let value = Mutex<Supervisor?>(nil)
    func set(_ supervisor: Supervisor) { value.withLock { $0 = supervisor } }
    func get() -> Supervisor? { value.withLock { $0 } }
}

@Suite("Supervision of real processes", .timeLimit(.minutes(1)), .serialized)
struct SupervisorTests {
    @Test("A node is told everything through its environment, and nothing of the launcher leaks into it")
    func environment() async throws {
        var node = shell(
            "a",
            "echo $BINNACLE_BUS $BINNACLE_NODE $BINNACLE_PARAMETERS $BINNACLE_LOG_LEVEL $BINNACLE_LIFELINE [$BINNACLE_READERS] $EXTRA;"
                + "cat; for d in /proc/self/fd/*; do basename $d; done | tr '\\n' ' '; echo;"
                + "grep SigBlk /proc/self/status; grep SigIgn /proc/self/status; ps -o pgid= -p $$ | tr -d ' '; echo $$"
        )
        node.parameters = #"{"a":1}"#
        node.environment = ["EXTRA": "more", "BINNACLE_LOG_LEVEL": "debug"]
        let (code, witness) = try await run(LaunchPlan(nodes: [node]))
        #expect(code == 0)
        let lines = witness.lines(of: "a")
        try #require(lines.count == 6)
        #expect(lines[0] == #"ipc:///nowhere a {"a":1} debug 3 [] more"#)
        #expect(Set(lines[1].split(separator: " ")).isSubset(of: ["0", "1", "2", "3", "4", "10", "255"]))
        #expect(lines[2] == "SigBlk:\t0000000000000000")
        #expect(lines[3] == "SigIgn:\t0000000000000000")
        #expect(lines[4] == lines[5])
    }

    @Test("All that a node writes is shown, its last line without an end too")
    func output() async throws {
        let (code, witness) = try await run(
            LaunchPlan(nodes: [
                shell("a", "i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done; printf last")
            ])
        )
        #expect(code == 0)
        #expect(witness.lines(of: "a") == (0..<20000).map { "line \($0)" } + ["last"])
    }

    @Test("A rig stops when asked, and its exit code is 0")
    func stop() async throws {
        let plan = LaunchPlan(nodes: [
            shell("a", "echo up; exec sleep 60"), shell("b", "echo up; sleep 60; true"),
        ])
        let counter = Counter()
        let (code, witness) = try await run(plan) { line, supervisor in
            if line.source == .output, counter.increment() == 2 { supervisor.stop() }
        }
        #expect(code == 0)
        #expect(witness.events.contains(.stopped(node: "a", status: .code(0))))
    }

    @Test("What ignores SIGINT and SIGTERM is killed, with its children")
    func stubborn() async throws {
        let plan = LaunchPlan(nodes: [
            shell(
                "a",
                "trap '' INT TERM; sh -c 'trap \"\" INT TERM; echo up; while :; do sleep 0.05; done' & while :; do sleep 0.05; done"
            )
        ])
        let (code, witness) = try await run(plan) { line, supervisor in
            if line.source == .output { supervisor.stop() }
        }
        #expect(code == 0)
        #expect(witness.events.contains(.urged(node: "a", signal: SIGTERM)))
        #expect(witness.events.contains(.urged(node: "a", signal: SIGKILL)))
        #expect(witness.events.contains(.stopped(node: "a", status: .signal(SIGKILL))))
    }

    @Test("A second stop does not wait")
    func hurry() async throws {
        var node = shell("a", "trap '' INT; echo up; while :; do sleep 0.05; done")
        node.stop.grace = .seconds(50)
        let (code, witness) = try await run(LaunchPlan(nodes: [node])) { line, supervisor in
            guard line.source == .output else { return }
            supervisor.stop()
            supervisor.stop()
        }
        #expect(code == 0)
        #expect(witness.events.contains(.stopped(node: "a", status: .signal(SIGTERM))))
    }

    @Test("Children that a node leaves behind are ended before it is started again")
    func leftovers() async throws {
        var node = shell("a", "sleep 60 & exit 1")
        node.restart = RestartPolicy(.onFailure)
        node.restart.delay = .milliseconds(10)
        node.restart.limit = 2
        let (code, witness) = try await run(LaunchPlan(nodes: [node]))
        #expect(code == 1)
        #expect(witness.pids.count == 3)
        #expect(witness.events.filter { $0 == .leftovers(node: "a") }.count == 3)
        #expect(witness.events.contains(.ended(node: "a", status: .code(1), next: .givenUp(restarts: 2))))
    }

    @Test("A crash is said by name, with the last lines of standard error")
    func crash() async throws {
        var node = shell("a", "for i in 1 2 3 4 5 6 7; do echo line $i >&2; done; kill -SEGV $$")
        node.isRequired = true
        let (code, witness) = try await run(LaunchPlan(nodes: [node, shell("b", "exec sleep 60")]))
        #expect(code == 139)
        #expect(witness.events.contains(.ended(node: "a", status: .signal(SIGSEGV), next: .nothing)))
        #expect(witness.lines(of: "a").count == 7)
    }

    @Test("A node waits until another is ready, and the foundation outlives all")
    func order() async throws {
        let waiting = { (name: String, other: String) -> PlannedNode in
            var node = shell(name, "echo up; exec sleep 60")
            node.after = [Dependency(on: other, .ready)]
            return node
        }
        var plan = LaunchPlan(nodes: [waiting("b", "a"), shell("a", "echo up; exec sleep 60")])
        plan.foundation = [shell("bus", "echo up; exec sleep 60")]
        let (code, witness) = try await run(plan) { line, supervisor in
            guard line.source == .output else { return }
            supervisor.ready(line.node)
            if line.node == "b" { supervisor.stop() }
        }
        #expect(code == 0)
        let order = witness.events.compactMap { event in
            switch event {
            case .started(let node, _): "+\(node)"
            case .ready(let node): node
            case .stopped(let node, _): "-\(node)"
            default: nil
            }
        }
        #expect(order == ["+bus", "bus", "+a", "a", "+b", "b", "-b", "-a", "-bus"])
    }

    @Test("A program that cannot be started is said, and the rig ends with 1")
    func notAProgram() async throws {
        let rig = try Rig()
        try rig.write("bad", "no program\n", mode: 0o755)
        let node = PlannedNode(name: "a", program: "\(rig.folder)/bad", arguments: [])
        let (code, witness) = try await run(LaunchPlan(nodes: [node, shell("b", "exec sleep 60")]))
        #expect(code == 1)
        let reason = "\(rig.folder)/bad: Exec format error"
        #expect(witness.events.contains(.failedToStart(node: "a", reason: reason)))
    }

    @Test("The lifeline ends with the launcher")
    func lifeline() async throws {
        let (_, witness) = try await run(LaunchPlan(nodes: [shell("a", "readlink /proc/self/fd/3")]))
        #expect(witness.lines(of: "a").first?.hasPrefix("pipe:") == true)
    }

    @Test("When the launcher is gone the guardian ends the groups that are left")
    func guardian() throws {
        var guardian: Guardian? = try Guardian()
        let plan = LaunchPlan(nodes: [
            shell("a", "trap '' INT; sleep 60 & sleep 60; sleep 60"), shell("b", "exec sleep 60"),
        ])
        let processes = try plan.nodes.map { node in
            let pipe = try lifelineReader()
            return try NodeProcess(
                node,
                environment: ["PATH": "/usr/bin:/bin"],
                lifeline: pipe,
                guardian: guardian?.descriptor
            )
        }
        guardian = nil
        for process in processes {
            var tries = 0
            while process.child.reap() == nil, tries < 300 {
                usleep(20_000)
                tries += 1
            }
            #expect(tries < 300)
            while !process.child.isGroupEmpty(), tries < 300 {
                usleep(20_000)
                tries += 1
            }
            #expect(process.child.isGroupEmpty())
        }
    }

    private func lifelineReader() throws -> CInt {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw Unexpected() }
        close(ends[1])
        return ends[0]
    }
}

private final class Counter: Sendable {
    private let count = Atomic(0)
    func increment() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}
