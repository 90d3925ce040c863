internal import Binnacle
internal import Measurement

/// What has come so far; lives on the node's thread, where the messages arrive.
actor Tally {
    /// After so long without a message nothing more is waited for, nanoseconds.
    private static let patience: Int64 = 700_000_000
    /// Runs of more messages than this are about rates, and delays are not kept.
    private static let longestTimedRun = 20_000

    private let node: Node
    private let count: Int
    private var got = 0
    private var lost = 0
    private var first: Int64 = 0
    private var last: Int64 = 0
    private var delays: [Int64] = []
    private var sum = 0.0

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.unownedExecutor }

    init(of node: Node, count: Int) {
        self.node = node
        self.count = count
        if count <= Self.longestTimedRun { delays.reserveCapacity(count) }
    }

    func take(_ received: Received<Fix>) {
        // A last value is an old run's, or a repeat.
        guard let fix = received.message, !received.isLastValue else { return }
        sum += fix.latitude
        lost += received.lost
        last = received.arrival
        if count <= Self.longestTimedRun {
            last = Moment.now
            delays.append(last - fix.moment)
        }
        if got == 0 { first = last }
        got += 1
    }

    func isOver(at now: Int64) -> Bool {
        got >= count || (got > 0 && now - last > Self.patience)
    }

    func report(processorSeconds: Double) {
        delays.sort()
        var report = Report(role: "sub")
        report.add("got", got)
        report.add("want", count)
        report.add("lost", lost)
        report.add("first_ns", first)
        report.add("last_ns", last)
        report.add("cpu_s", processorSeconds)
        report.add("p50", quantile(0.5))
        report.add("p90", quantile(0.9))
        report.add("p99", quantile(0.99))
        report.add("max", quantile(1))
        report.add("sum", sum)
        report.print()
    }

    /// Microseconds, 0 where no delays were kept.
    private func quantile(_ share: Double) -> Double {
        guard !delays.isEmpty else { return 0 }
        return Double(delays[Int(share * Double(delays.count - 1) + 0.5)]) * 1e-3
    }
}
