internal import Glibc
internal import Platform

/// Does what `Supervision` decides: starts processes, reads what they write, notices their ends.
struct SupervisorRunner {
    private let plan: LaunchPlan
    private let options: Supervisor.Options
    private let mailbox: Mailbox
    private let guardian: Guardian
    private let lifeline: (reader: OwnedDescriptor, writer: OwnedDescriptor)
    private let inherited: [String: String]
    private var supervision: Supervision
    private var processes: [String: NodeProcess] = [:]
    private var console: Console
    private var exitCode: Int32?
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
        guardian = try Guardian()
        lifeline = try OwnedDescriptor.pipe()
        inherited = Environment.variables
        supervision = Supervision(plan)
        console = Console(nodes: (plan.foundation + plan.nodes).map(\.name))
    }

    /// Runs the rig to its end.
    mutating func run() -> Int32 {
        take(.begin)
        while exitCode == nil {
            for event in mailbox.take() {
                if event == .stop, stopAsked == nil { stopAsked = MonotonicClock.nanoseconds }
                take(event)
            }
            lookAfterGroups()
            if let deadline = supervision.deadline, deadline <= MonotonicClock.nanoseconds { take(.tick) }
            if exitCode == nil { wait() }
        }
        guardian.end()
        flush()
        return exitCode ?? 1
    }

    // MARK: Deciding

    private mutating func take(_ event: Supervision.Event) {
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
        case .signal(let name, let signal): processes[name]?.child.signalGroup(signal)
        case .report(let event): report(event)
        case .finish(let code): exitCode = code
        }
        return nil
    }

    private mutating func spawn(_ name: String) -> Supervision.Event? {
        guard let node = (plan.foundation + plan.nodes).first(where: { $0.name == name }) else { return nil }
        do throws(SystemError) {
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

    private func environment(of node: PlannedNode) -> [String: String] {
        var variables = inherited
        variables["BINNACLE_LOG_LEVEL"] = options.logLevel
        variables.merge(node.environment) { _, own in own }
        variables["BINNACLE_BUS"] = options.address
        variables["BINNACLE_NODE"] = node.name
        variables["BINNACLE_PARAMETERS"] = node.parameters
        variables["BINNACLE_READERS"] = plan.readers(of: node).joined(separator: ",")
        variables["BINNACLE_PROVIDES"] = node.provides.map(\.rawValue).joined(separator: ",")
        variables["BINNACLE_LIFELINE"] = "3"
        return variables
    }

    private mutating func report(_ event: RigEvent) {
        options.onEvent?(event)
        guard options.writesEvents else { return }
        var name = ""
        if case .ended(let node, let status, _) = event {
            name = node
            // A node that crashes may have said why where nobody looked for it among the others' lines.
            if case .signal = status, let process = processes[node] {
                for line in process.lastErrorLines {
                    show(
                        ConsoleLine(
                            node: name,
                            source: .launcher,
                            text: Array("\(name): last said: ".utf8) + line
                        )
                    )
                }
            }
        }
        show(ConsoleLine(node: name, source: .launcher, text: Array(event.description.utf8)))
    }

    private mutating func show(_ line: ConsoleLine) {
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
        guard let wanted else { return -1 }
        return Int32(clamping: (wanted + 999_999) / 1_000_000)
    }

    // MARK: Ends

    private mutating func hasEnded(_ name: String) {
        guard let process = processes[name], let status = process.child.reap() else { return }
        process.status = status
        let isGroupEmpty = process.child.isGroupEmpty()
        for line in isGroupEmpty ? process.readToEnd() : process.readAll() { show(line) }
        if isGroupEmpty { forget(process) }
        take(.exited(name, status, isGroupEmpty: isGroupEmpty))
        if isGroupEmpty, processes[name] === process { processes[name] = nil }
    }

    /// Looks whether groups are empty by now whose first process has ended.
    private mutating func lookAfterGroups() {
        for (name, process) in processes where process.status != nil && process.child.isGroupEmpty() {
            for line in process.readToEnd() { show(line) }
            processes[name] = nil
            forget(process)
            take(.emptied(name))
        }
    }

    private func forget(_ process: NodeProcess) {
        do throws(SystemError) {
            try guardian.forget(group: process.child.pid)
        } catch {
            // The guardian was killed; without it a killed launcher leaves programs behind, and nothing else is lost.
        }
    }

    /// Writes what is left; for as long as it takes, unless a stop was asked for.
    private mutating func flush() {
        while let stream = console.stream {
            var entry = [pollfd(fd: stream, events: Int16(POLLOUT), revents: 0)]
            let isAsked = stopAsked != nil || mailbox.take().contains(.stop)
            if isAsked, stopAsked == nil { stopAsked = MonotonicClock.nanoseconds }
            let ready = poll(&entry, 1, 200)
            if ready > 0 { console.writeNext() }
            if ready == 0, let stopAsked, MonotonicClock.nanoseconds - stopAsked > Self.flushPatience {
                return
            }
        }
    }
}
