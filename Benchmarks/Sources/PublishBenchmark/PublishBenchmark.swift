internal import Binnacle
internal import Measurement

/// Publishes fixes through the bus: at a rate, or as fast as a subscriber confirms them.
@main struct PublishBenchmark {
    static func main() async {
        do {
            try await run()
        } catch {
            Invocation.fail(error)
        }
    }

    private static func run() async throws {
        let invocation = Invocation(
            usage: "bench-publish ADDRESS RATE COUNT [window=N] [reader=NODE] [topic=TOPIC]"
        )
        Moment.sharpenTimers()
        var configuration = NodeConfiguration(name: "publisher", address: try invocation.address())
        let window = invocation.option("window").flatMap(Int.init) ?? 8000
        // All that is not confirmed yet may be waiting in the node.
        configuration.queueLimit = window
        let node = try Node.join(configuration)
        let topic = try Topic(invocation.option("topic") ?? "fix/gps0")
        let publisher = node.publisher(of: Fix.self, on: topic)
        let (rate, count) = (invocation.number(1), Int(invocation.number(2)))

        let (start, processorStart) = (Moment.now, ProcessFigures.processorSeconds)
        if rate > 0 {
            publish(count, at: rate, on: publisher)
        } else {
            let reader = invocation.option("reader") ?? "subscriber"
            let half = max(1, window / 2)
            try await publishConfirmed(count, half: half, on: publisher, reader: reader, node)
        }
        let end = Moment.now

        var report = Report(role: "pub")
        report.add("sent", count)
        report.add("start_ns", start)
        report.add("end_ns", end)
        report.add("cpu_s", ProcessFigures.processorSeconds - processorStart)
        report.print()
        await node.close()
    }

    /// Publishes at a fixed rate; what is late is made up for at once.
    private static func publish(_ count: Int, at rate: Double, on publisher: Publisher<Fix>) {
        let start = Moment.now
        for number in 0..<count {
            let due = start + Int64(Double(number) * 1e9 / rate)
            if Moment.now < due { Moment.sleep(until: due) }
            publisher.publish(.sample(number, at: Moment.now))
        }
    }

    /// Publishes in half windows: while one is on its way, the one before it is being confirmed.
    ///
    /// So a window at most is on its way, which is less than any queue of the bus holds, and nothing is dropped.
    private static func publishConfirmed(
        _ count: Int,
        half: Int,
        on publisher: Publisher<Fix>,
        reader: String,
        _ node: Node
    ) async throws {
        var number = 0
        while number < count {
            let next = min(count, number + half)
            while number < next {
                publisher.publish(.sample(number, at: Moment.now))
                number += 1
            }
            // The last of all are confirmed too: what waits in the node when it closes is given up.
            let wanted = number < count ? number - half : count
            if wanted > 0 { try await waitUntil(reader, on: node, hasHandled: wanted, of: publisher) }
        }
    }

    /// Waits until a node has handled some messages of a publisher, or is gone.
    private static func waitUntil(
        _ reader: String,
        on node: Node,
        hasHandled count: Int,
        of publisher: Publisher<Fix>
    ) async throws {
        let topic = publisher.topic.description
        let question = BusRequests.Topics(topics: [topic])
        while true {
            do {
                let answer: BusRequests.Received = try await node.request("\(reader)/received", question)
                if let position = answer.topics[topic], position.publisher == publisher.publisher,
                    position.sequence + 1 >= count
                {
                    return
                }
            } catch {
                // It ends once it has the last message; how many it got, it says itself.
                if error.code == .unknownNode { return }
                throw error
            }
            // Half a window is still on its way meanwhile.
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
