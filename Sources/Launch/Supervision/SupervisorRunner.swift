internal import Glibc
internal import Platform

/// Does what `Supervision` decides: starts processes, reads what they write, notices their ends.
struct SupervisorRunner {
    var plan: LaunchPlan
    let options: Supervisor.Options
    private let mailbox: Mailbox
    let guardian: Guardian
    private let lifeline: (reader: OwnedDescriptor, writer: OwnedDescriptor)
    var supervision: Supervision
    private(set) var processes: [String: NodeProcess] = [:]
    private(set) var probes: [String: Probe] = [:]
    private var files: [String: LineFile] = [:]
    private(set) var histories: [String: LineHistory] = [:]
    var waiters: [Waiter] = []
    /// Nodes whose lines have just told that they are at work.
    private var met: [String] = []
    private var console: Console
    private(set) var exitCode: Int32?
    private var stopAsked: Int64?

    /// How often a group is looked at that outlives its first process.
    private static let groupInterval: Int64 = 20_000_000
    /// How long output may take to be read once a stop was asked for.
    private static let flushPatience: Int64 = 2_000_000_000

    init(_ plan: LaunchPlan, options: Supervisor.Options, mailbox: Mailbox) throws(SystemError) {
        self.plan = plan
        self.options = options
        self.mailbox = mailbox
        ChildProcess.adoptOrphans()
        if options.ownsAllChildren { _ = try Signals([SIGCHLD]) { _ in mailbox.ring() } }
        guardian = try Guardian()
        lifeline = try OwnedDescriptor.pipe()
        supervision = Supervision(plan)
        console = Console(nodes: (plan.foundation + plan.nodes).map(\.name), isStamped: options.writesTimes)
    }

    /// Runs the rig to its end.
    mutating func run() -> Int32 {
        take(.begin)
        while exitCode == nil {
            for letter in mailbox.take() { read(letter) }
            for name in met { take(.met(name)) }
            met = []
            fetchOrphans()
            lookAfterGroups()
            lookAfterProbes()
            if let deadline = supervision.deadline, deadline <= MonotonicClock.nanoseconds { take(.tick) }
            answerWaiters()
            if exitCode == nil { wait() }
        }
        for probe in probes.values { cancel(probe) }
        answerWaiters()
        endStrays()
        guardian.end()
        flush()
        mailbox.close()
        return exitCode ?? 1
    }

    private mutating func read(_ letter: Mailbox.Letter) {
        switch letter {
        case .event(let event):
            if event == .stop, stopAsked == nil { stopAsked = MonotonicClock.nanoseconds }
            take(event)
        case .work(let body, _): body(&self)
        }
    }

    // MARK: Deciding

    mutating func take(_ event: Supervision.Event) {
        var events = [event]
        while !events.isEmpty {
            let actions = supervision.handle(events.removeFirst(), now: MonotonicClock.nanoseconds)
            for action in actions {
                if let answer = perform(action) { events.append(answer) }
            }
        }
    }

    private mutating func perform(_ action: Supervision.Action) -> Supervision.Event? {
        switch action {
        case .spawn(let name): return spawn(name)
        case .signal(let name, let signal):
            processes[name]?.child.signalGroup(signal)
            for pid in strays(of: name) { kill(pid, signal) }
        case .report(let event): report(event)
        case .finish(let code): exitCode = code
        }
        return nil
    }

    private mutating func spawn(_ name: String) -> Supervision.Event? {
        guard let node = (plan.foundation + plan.nodes).first(where: { $0.name == name }) else { return nil }
        do throws(SystemError) {
            if let output = node.output, files[name] == nil { files[name] = try LineFile(output) }
            options.onStart?(name)
            let process = try NodeProcess(
                node,
                environment: environment(of: node),
                lifeline: lifeline.reader.number,
                guardian: guardian.descriptor
            )
            processes[name] = process
            return .started(name, pid: process.child.pid)
        } catch {
            return .failedToStart(name, reason: error.description)
        }
    }

    /// What a node is told besides the launcher's own environment; nil for what it is to be without.
    private func environment(of node: PlannedNode) -> [String: String?] {
        var variables: [String: String?] = ["BINNACLE_LOG_LEVEL": options.logLevel]
        variables.merge(node.environment) { _, own in own }
        variables["BINNACLE_BUS"] = options.address
        variables["BINNACLE_NODE"] = node.name
        variables["BINNACLE_PARAMETERS"] = node.parameters
        variables["BINNACLE_READERS"] = plan.readers(of: node).joined(separator: ",")
        variables["BINNACLE_PROVIDES"] = node.provides.map(\.rawValue).joined(separator: ",")
        variables["BINNACLE_LIFELINE"] = "3"
        variables["BINNACLE_LIVE"] = node.liveParameters.joined(separator: ",")
        variables["BINNACLE_SCHEMA"] = node.liveSchema
        if let followsClock = plan.bus.followsClock {
            variables["BINNACLE_CLOCK"] = followsClock ? "bus" : "wall"
        }
        let inputs = node.subscribes.map { $0.description.isEmpty ? "*" : $0.named(node.name).description }
        variables.updateValue(node.hasInputs ? inputs.joined(separator: ",") : nil, forKey: "BINNACLE_INPUTS")
        return variables
    }

    mutating func report(_ event: RigEvent) {
        options.onEvent?(event)
        guard options.writesEvents else { return }
        var name = ""
        if case .ended(let node, let status, let next) = event {
            name = node
            if isUnseen(node, status, next), let process = processes[node] {
                for line in process.lastLines {
                    show(launcherLine(about: name, Array("\(name): last said: ".utf8) + line))
                }
            }
        }
        show(launcherLine(about: name, Array(event.description.utf8)))
    }

    /// Whether a node may have said why it ended where nobody saw it: among the others' lines, or in a file.
    private func isUnseen(_ name: String, _ status: ExitStatus, _ next: RigEvent.Next) -> Bool {
        if case .signal = status { return true }
        if case .givenUp = next { return true }
        return !status.isSuccess && files[name] != nil
    }

    private func launcherLine(about name: String, _ text: [UInt8]) -> ConsoleLine {
        ConsoleLine(node: name, source: .launcher, text: text)
    }

    private mutating func show(_ line: ConsoleLine) {
        if line.source != .launcher {
            histories[line.node, default: LineHistory()].add(line)
            if let index = supervision.index(line.node), !supervision.nodes[index].isReady,
                case .log(let pattern)? = supervision.nodes[index].plan.readiness, pattern.matches(line.text)
            {
                met.append(line.node)
            }
            if let file = files[line.node] {
                if let reason = file.add(line.text) { report(.unwritten(node: line.node, reason: reason)) }
                return
            }
        }
        if let onLine = options.onLine {
            onLine(line)
        } else {
            console.add(line)
        }
    }

    // MARK: Waiting

    private mutating func wait() {
        var polls = [pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)]
        var owners: [(name: String, isEnd: Bool)] = [("", false)]
        let readsOutput = console.waitingBytes < Console.highWater
        for (name, process) in processes {
            if process.status == nil {
                polls.append(pollfd(fd: process.child.descriptor, events: Int16(POLLIN), revents: 0))
                owners.append((name, true))
            }
            for descriptor in process.descriptors where readsOutput {
                polls.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
                owners.append((name, false))
            }
        }
        for probe in probes.values {
            guard let child = probe.child else { continue }
            polls.append(pollfd(fd: child.descriptor, events: Int16(POLLIN), revents: 0))
            owners.append(("", true))
        }
        let stream = console.stream
        if let stream { polls.append(pollfd(fd: stream, events: Int16(POLLOUT), revents: 0)) }
        guard poll(&polls, nfds_t(polls.count), timeout()) > 0 else { return }

        if stream != nil, let last = polls.last, last.revents != 0 { console.writeNext() }
        var ended: [String] = []
        for (entry, owner) in zip(polls, owners).dropFirst() where entry.revents != 0 {
            guard let process = processes[owner.name] else { continue }
            if owner.isEnd {
                ended.append(owner.name)
            } else {
                for line in process.read(entry.fd) { show(line) }
            }
        }
        for name in ended { hasEnded(name) }
    }

    private func timeout() -> Int32 {
        let now = MonotonicClock.nanoseconds
        var wanted = supervision.deadline.map { max($0 - now, 0) }
        if processes.values.contains(where: { $0.status != nil }) {
            wanted = min(wanted ?? Self.groupInterval, Self.groupInterval)
        }
        if let due = probes.values.map(\.due).min() { wanted = min(wanted ?? .max, max(due - now, 0)) }
        // What the lines that were just read have told is due at once.
        if !met.isEmpty { wanted = 0 }
        guard let wanted else { return -1 }
        return Int32(clamping: (wanted + 999_999) / 1_000_000)
    }

    // MARK: Ends

    private mutating func hasEnded(_ name: String) {
        guard let process = processes[name], let status = process.child.reap() else { return }
        process.status = status
        let isGroupEmpty = process.child.isGroupEmpty() && strays(of: name).isEmpty
        for line in isGroupEmpty ? process.readToEnd() : process.readAll() { show(line) }
        if isGroupEmpty { forget(process) }
        take(.exited(name, status, isGroupEmpty: isGroupEmpty))
        if isGroupEmpty, processes[name] === process { processes[name] = nil }
    }

    /// Looks whether groups are empty by now whose first process has ended.
    private mutating func lookAfterGroups() {
        for (name, process) in processes where process.status != nil && process.child.isGroupEmpty() {
            guard strays(of: name).isEmpty else { continue }
            for line in process.readToEnd() { show(line) }
            processes[name] = nil
            forget(process)
            take(.emptied(name))
        }
    }

    private func forget(_ process: NodeProcess) { forget(group: process.child.pid) }

    private func forget(group: Int32) {
        do throws(SystemError) {
            try guardian.forget(group: group)
        } catch {
            // The guardian was killed; without it a killed launcher leaves programs behind, and nothing else is lost.
        }
    }

    // MARK: Probes

    /// Runs the commands that tell of nodes which have been started and are not known to be at work.
    private mutating func lookAfterProbes() {
        let now = MonotonicClock.nanoseconds
        for node in supervision.nodes {
            guard case .command(let program, let arguments)? = node.plan.readiness else { continue }
            guard case .running = node.state, !node.isReady else {
                if let probe = probes.removeValue(forKey: node.name) { cancel(probe) }
                continue
            }
            let probe = probes[node.name] ?? Probe()
            probes[node.name] = probe
            if let (isGood, group) = probe.result(now: now) {
                forget(group: group)
                if isGood {
                    probes[node.name] = nil
                    take(.met(node.name))
                    continue
                }
            }
            probe.tryAgain(
                program,
                arguments,
                environment: environment(of: node.plan),
                directory: node.plan.workingDirectory,
                guardian: guardian.descriptor,
                now: now
            )
        }
    }

    private func cancel(_ probe: Probe) {
        if let group = probe.cancel() { forget(group: group) }
    }

    /// Writes what is left; for as long as it takes, unless a stop was asked for.
    private mutating func flush() {
        while let stream = console.stream {
            var entry = [pollfd(fd: stream, events: Int16(POLLOUT), revents: 0)]
            let isAsked = stopAsked != nil || isAskedToStop()
            if isAsked, stopAsked == nil { stopAsked = MonotonicClock.nanoseconds }
            let ready = poll(&entry, 1, 200)
            if ready > 0 { console.writeNext() }
            if ready == 0, let stopAsked, MonotonicClock.nanoseconds - stopAsked > Self.flushPatience {
                return
            }
        }
    }

    /// Whether somebody asks to stop; what else is asked for is too late.
    private func isAskedToStop() -> Bool {
        var isAsked = false
        for letter in mailbox.take() {
            switch letter {
            case .event(let event): isAsked = isAsked || event == .stop
            case .work(_, let orElse): orElse()
            }
        }
        return isAsked
    }
}
