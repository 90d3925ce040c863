internal import Binnacle
internal import Measurement

/// Subscribes to fixes, reads each, and says how long they were on their way and how many came.
@main struct SubscribeBenchmark {
    static func main() async {
        do {
            try await run()
        } catch {
            Invocation.fail(error)
        }
    }

    private static func run() async throws {
        let invocation = Invocation(usage: "bench-subscribe ADDRESS COUNT TIMEOUT")
        Moment.sharpenTimers()
        let configuration = NodeConfiguration(name: "subscriber", address: try invocation.address())
        let node = try Node.join(configuration)
        let tally = Tally(of: node, count: Int(invocation.number(1)))
        // Every fix, as the programs in C.
        node.subscribe(to: Fix.self, .kind(Fix.kind), on: tally) { tally, received in tally.take(received) }
        await node.subscriptionsInForce()

        let processorStart = ProcessFigures.processorSeconds
        Report.say("READY")
        let deadline = Moment.now + Int64(invocation.number(2) * 1e9)
        while await !tally.isOver(at: Moment.now), Moment.now < deadline {
            try await Task.sleep(for: .milliseconds(20))
        }
        await tally.report(processorSeconds: ProcessFigures.processorSeconds - processorStart)
        await node.close()
    }
}
