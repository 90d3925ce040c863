import Glibc
import Platform
import TestSupport
import Testing
import ZeroMQ

@testable import Binnacle

@Suite("Nodes on a bus", .timeLimit(.minutes(1)))
struct NodeTests {
    @Test("what is published before the bus knows the publisher arrives whole and in order")
    func firstMessages() async throws {
        let bus = try TestBus()
        let reader = try bus.join("reader")
        let messages = reader.messages(of: Fix.self, .kind("fix"))
        await reader.subscriptionsInForce()
        let writer = try bus.join("gps")
        let fixes = try writer.publisher(of: Fix.self)
        for number in 0..<500 { fixes.publish(Fix(time: Double(number), latitude: 1, longitude: 2)) }
        var times: [Double] = []
        for await message in messages {
            times.append(try #require(message.message).time)
            #expect(message.lost == 0)
            if times.count == 500 { break }
        }
        #expect(times == (0..<500).map(Double.init))
        await writer.close()
        await reader.close()
        bus.end()
    }

    @Test("a batch arrives whole and in order, on whatever topics, and not only when the next one ends")
    func batch() async throws {
        let bus = try TestBus()
        let reader = try bus.join("reader")
        let messages = reader.messages(of: Fix.self, .kind("fix"))
        let headings = reader.messages(of: Heading.self, .kind("heading"))
        await reader.subscriptionsInForce()
        let writer = try bus.join("gps")
        let (fixes, compass) = (try writer.publisher(of: Fix.self), try writer.publisher(of: Heading.self))
        let sent = writer.batch {
            for number in 0..<400 { fixes.publish(Fix(time: Double(number), latitude: 1, longitude: 2)) }
            writer.batch { compass.publish(Heading(time: 7)) }
            return 400
        }
        var times: [Double] = []
        for await message in messages {
            times.append(try #require(message.message).time)
            #expect(message.lost == 0)
            if times.count == sent { break }
        }
        #expect(times == (0..<400).map(Double.init))
        for await message in headings {
            #expect(message.message?.time == 7)
            break
        }
        await writer.close()
        await reader.close()
        bus.end()
    }

    @Test("who joins later has the last value first, marked as such, and then what comes")
    func lateJoiner() async throws {
        let bus = try TestBus()
        let writer = try bus.join("gps")
        let fixes = try writer.publisher(of: Fix.self)
        let early = try bus.join("early")
        var arrived = early.messages(of: Fix.self, .kind("fix")).makeAsyncIterator()
        await early.subscriptionsInForce()
        for number in 0..<3 { fixes.publish(Fix(time: Double(number), latitude: 1, longitude: 2)) }
        for _ in 0..<3 { _ = await arrived.next() }

        let late = try bus.join("late")
        var messages = late.messages(of: Fix.self, .exactly(fixes.topic)).makeAsyncIterator()
        let first = try #require(await messages.next())
        #expect(first.message?.time == 2)
        #expect(first.isLastValue)
        fixes.publish(Fix(time: 3, latitude: 1, longitude: 2))
        let second = try #require(await messages.next())
        #expect(second.message?.time == 3)
        #expect(!second.isLastValue)
        #expect(second.lost == 0)
        for node in [writer, early, late] { await node.close() }
        bus.end()
    }

    @Test("sequences of astronomic size are losses of that size, and nobody dies of them")
    func absurdSequences() async throws {
        let bus = try TestBus()
        let reader = try bus.join("reader")
        var messages = reader.messages(of: Fix.self, .kind("fix")).makeAsyncIterator()
        await reader.subscriptionsInForce()
        let context = try Context()
        let sender = try Socket(.push, in: context)
        try sender.connect(to: bus.address.publishEndpoint)
        for sequence in [0, 1 << 62, 1 << 63, (1 << 63) + (1 << 62), .max, 5] as [UInt64] {
            var bytes = Array("fix/odd|".utf8)
            Stamp(publisher: 7, sequence: sequence, published: 0).encode(into: &bytes)
            Fix(time: 1, latitude: 1, longitude: 2).encode(into: &bytes)
            _ = try sender.send([bytes])
        }
        // Nothing follows the highest number: the last is a repeat.
        for _ in 0..<5 { _ = await messages.next() }
        let losses = await reader.losses()
        #expect(losses.map(\.count) == [.max])
        // The socket's end would take what it has not sent along.
        let hasRoom = sender.hasRoom
        #expect(hasRoom)
        await reader.close()
        bus.end()
    }

    @Test("who wants no last values gets none, and is in force all the same")
    func withoutLastValues() async throws {
        let bus = try TestBus()
        let writer = try bus.join("gps")
        let fixes = try writer.publisher(of: Fix.self)
        let early = try bus.join("early")
        var arrived = early.messages(of: Fix.self, .kind("fix")).makeAsyncIterator()
        await early.subscriptionsInForce()
        fixes.publish(Fix(time: 1, latitude: 1, longitude: 2))
        _ = await arrived.next()
        let late = try bus.join("late")
        var messages = late.messages(of: Fix.self, .kind("fix"), lastValues: false).makeAsyncIterator()
        await late.subscriptionsInForce()
        fixes.publish(Fix(time: 2, latitude: 1, longitude: 2))
        #expect(await messages.next()?.message?.time == 2)
        for node in [writer, early, late] { await node.close() }
        bus.end()
    }

    @Test("an erased topic tells its subscribers and leaves nothing behind")
    func erasing() async throws {
        let bus = try TestBus()
        let writer = try bus.join("pins")
        let pins = try writer.publisher(of: Pin.self, instance: "a")
        let early = try bus.join("early")
        var arrived = early.messages(of: Pin.self, .kind("pin")).makeAsyncIterator()
        await early.subscriptionsInForce()
        pins.publish(Pin(time: 1, id: "a", latitude: 1, longitude: 2))
        pins.erase()
        #expect(await arrived.next()?.message?.id == "a")
        let erased = try #require(await arrived.next())
        #expect(erased.message == nil)
        #expect(erased.topic.description == "pin/pins/a")
        let values = try await early.request(
            "bus/last",
            BusRequests.Prefix(prefix: "pin/"),
            as: BusRequests.LastValues.self
        )
        #expect(values.messages.isEmpty)
        await writer.close()
        await early.close()
        bus.end()
    }

    actor Adder {
        let node: Node
        nonisolated var unownedExecutor: UnownedSerialExecutor { node.unownedExecutor }
        struct Sum: Codable, Sendable { var a: Int; var b: Int }
        struct Total: Codable, Sendable { var total: Int }

        init(node: Node) {
            self.node = node
            node.answer("add", on: self) { (_, sum: Sum) in
                guard sum.b >= 0 else {
                    throw RequestError(code: .init(rawValue: "negative"), message: "b is \(sum.b)")
                }
                return Total(total: sum.a + sum.b)
            }
        }
    }

    @Test("a task that prefers a node's thread stays on it, whatever it waits for")
    func tasks() async throws {
        let bus = try TestBus()
        let node = try bus.join("asker")
        let thread = await withCheckedContinuation { continuation in
            node.loop.perform { _ in continuation.resume(returning: Thread.current) }
        }
        let threads = await withTaskGroup(of: [UInt].self) { group in
            group.addTask(executorPreference: node.taskExecutor) {
                var threads = [Thread.current]
                for _ in 0..<3 {
                    _ = try? await node.request("bus/topics", [])
                    threads.append(Thread.current)
                    try? await Task.sleep(for: .milliseconds(1))
                    threads.append(Thread.current)
                }
                return threads
            }
            return await group.next() ?? []
        }
        #expect(threads == Array(repeating: thread, count: 7))
        await node.close()
        bus.end()
    }

    @Test("a request is answered by the node that it names, or refused with a reason at once")
    func requests() async throws {
        let bus = try TestBus()
        let server = try bus.join("calculator")
        let adder = Adder(node: server)
        let client = try bus.join("client")
        try await eventually { (try? await client.request("calculator/ping", [])) != nil }
        let total = try await client.request("calculator/add", Adder.Sum(a: 2, b: 3), as: Adder.Total.self)
        #expect(total.total == 5)
        let negative = await #expect(throws: RequestError.self) {
            try await client.request("calculator/add", Adder.Sum(a: 2, b: -3), as: Adder.Total.self)
        }
        #expect(negative == RequestError(code: .init(rawValue: "negative"), message: "b is -3"))
        // Had one of these waited for its time to run out, it would say so by another code.
        let unknown = await #expect(throws: RequestError.self) { try await client.request("nobody/add", []) }
        #expect(unknown?.code == .unknownNode)
        let method = await #expect(throws: RequestError.self) {
            try await client.request("calculator/divide", [])
        }
        #expect(method?.code == .unknownMethod)
        let body = await #expect(throws: RequestError.self) {
            try await client.request("calculator/add", Array(#"{"a": "two", "b": 3}"#.utf8))
        }
        #expect(body?.code == .badRequest)
        withExtendedLifetime(adder) {}
        await server.close()
        let gone = await #expect(throws: RequestError.self) { try await client.request("calculator/add", []) }
        #expect(gone?.code == .unknownNode)
        await client.close()
        bus.end()
    }

    @Test("a second node of a name is refused, and both processes are named")
    func twoOfAName() async throws {
        let bus = try TestBus()
        let client = try bus.join("client") { $0.isMember = false }
        let hello = { (pid: Int) in
            try await client.request(
                "bus/hello",
                BusRequests.Hello(name: "gps", pid: pid),
                as: BusRequests.Welcome.self
            )
        }
        let first = try bus.join("gps")
        try await eventually { (try? await client.request("gps/ping", [])) != nil }
        let error = await #expect(throws: RequestError.self) { try await hello(1) }
        #expect(error?.code == .refused)
        #expect(error?.message.contains("process \(getpid())") == true)
        #expect(error?.message.contains("process 1") == true)
        await first.close()
        await client.close()
        bus.end()
    }

    @Test(
        "what was published between a subscription that was cancelled and its like made later is not lost",
        arguments: [true, false]
    )
    func remade(lastValues: Bool) async throws {
        let bus = try TestBus()
        let (writer, reader) = (try bus.join("gps"), try bus.join("reader"))
        let fixes = try writer.publisher(of: Fix.self)
        func publish(_ times: ClosedRange<Int>) {
            for time in times { fixes.publish(Fix(time: Double(time), latitude: 1, longitude: 2)) }
        }
        let (got, lost) = (Lock<[Double]>([]), Lock(0))
        let take = { @Sendable (message: Received<Fix>) in
            got.withLock { $0 += message.message.map { [$0.time] } ?? [] }
            lost.withLock { $0 += message.lost }
        }
        let first = reader.subscribe(to: Fix.self, .kind("fix"), lastValues: lastValues, handler: take)
        await reader.subscriptionsInForce()
        publish(0...2)
        try await eventually { got.withLock { $0 } == [0, 1, 2] }
        first.cancel()
        try await eventually { try await writer.listeners(of: [fixes.topic])[fixes.topic] == 0 }
        publish(3...6)
        // The bus has told how far the topic is, more often than it takes to give a tail up.
        let statuses = reader.messages(of: Status.self, .exactly(try Topic("status/bus")), lastValues: false)
        var iterator = statuses.makeAsyncIterator()
        for _ in 0..<4 { _ = await iterator.next() }
        #expect(await reader.losses() == [])
        reader.subscribe(to: Fix.self, .kind("fix"), lastValues: lastValues, handler: take)
        await reader.subscriptionsInForce()
        publish(7...8)
        try await eventually { got.withLock { $0.last } == 8 }
        for _ in 0..<4 { _ = await iterator.next() }
        #expect(got.withLock { $0 } == (lastValues ? [0, 1, 2, 6, 7, 8] : [0, 1, 2, 7, 8]))
        #expect(lost.withLock { $0 } == 0)
        #expect(await reader.losses() == [])
        await writer.close()
        await reader.close()
        bus.end()
    }
}
