internal import Glibc
internal import Platform

// Processes that have left the group of the node that started them: daemons, and what runs under `setsid`.
//
// Once their parents have ended they are this process's children. Their environment tells whose they are.
extension SupervisorRunner {
    /// How long a process that belongs to no node any more may take to end.
    private static let patience: Int64 = 1_000_000_000

    /// The processes of a node that have left its group, and whose parents have ended.
    func strays(of name: String) -> [Int32] {
        AdoptedProcesses.all(but: own, fetchesEnds: options.ownsAllChildren).filter { pid in
            AdoptedProcesses.variable("BINNACLE_NODE", of: pid) == name
                && AdoptedProcesses.variable("BINNACLE_BUS", of: pid) == options.address
        }
    }

    /// Fetches the ends of processes whose parents have ended before them: nobody else does.
    func fetchOrphans() {
        if options.ownsAllChildren { AdoptedProcesses.fetchEnds(but: own) }
    }

    /// Ends, with the rig, what has left its environment behind too.
    func endStrays() {
        guard options.ownsAllChildren else { return }
        for signal in [SIGTERM, SIGKILL] {
            let deadline = MonotonicClock.nanoseconds + Self.patience
            var told: Set<Int32> = []
            while MonotonicClock.nanoseconds < deadline {
                let left = AdoptedProcesses.all(but: own, fetchesEnds: true)
                if left.isEmpty { return }
                for pid in left where told.insert(pid).inserted { kill(pid, signal) }
                usleep(5_000)
            }
        }
    }

    /// What this process has started itself.
    private var own: Set<Int32> {
        Set(
            processes.values.map(\.child.pid) + probes.values.compactMap { $0.child?.pid } + [
                guardian.process.pid
            ]
        )
    }
}
