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
        "after the bus has come back, nodes find it and the newest values are there again, not as live ones"
    )
    func busRestart() async throws {
        let folder = try TemporaryFolder()
        let address = "ipc://\(folder.path)/bus"
        let bus = try TestBus(address)
        let writer = try bus.join("gps")
        let fixes = try writer.publisher(of: Fix.self)
        let reader = try bus.join("reader")
        var messages = reader.messages(of: Fix.self, .kind("fix")).makeAsyncIterator()
        await reader.subscriptionsInForce()
        for number in 0..<5 { fixes.publish(Fix(time: Double(number), latitude: 1, longitude: 2)) }
        for _ in 0..<5 { _ = await messages.next() }
        bus.end()

        let again = try TestBus(address)
        let late = try again.join("late")
        var seen = late.messages(of: Fix.self, .kind("fix")).makeAsyncIterator()
        let first = try #require(await seen.next())
        #expect(first.message?.time == 4)
        #expect(first.isLastValue)
        fixes.publish(Fix(time: 5, latitude: 1, longitude: 2))
        // The reader of before has had 4 already: it must not come twice.
        let next = try #require(await messages.next())
        #expect(next.message?.time == 5)
        #expect(next.lost == 0)
        try await eventually { (try? await late.request("gps/ping", [])) != nil }
        for node in [writer, reader, late] { await node.close() }
        again.end()
    }

    @Test("what is erased while the bus is away is known to be erased when it is back")
    func erasedMeanwhile() async throws {
        let folder = try TemporaryFolder()
        let address = "ipc://\(folder.path)/bus"
        let bus = try TestBus(address)
        let writer = try bus.join("gps")
        let fixes = try writer.publisher(of: Fix.self)
        let reader = try bus.join("reader")
        var messages = reader.messages(of: Fix.self, .kind("fix")).makeAsyncIterator()
        await reader.subscriptionsInForce()
        fixes.publish(Fix(time: 1, latitude: 1, longitude: 2))
        #expect(await messages.next()?.message?.time == 1)
        bus.end()
        fixes.erase()
        let again = try TestBus(address)
        let erasure = try #require(await messages.next())
        #expect(erasure.message == nil && erasure.isLastValue && erasure.lost == 0)
        for node in [writer, reader] { await node.close() }
        again.end()
    }

    @Test("what waited for long before the bus was there for the first time does not pass for live")
    func oldAtFirst() async throws {
        let folder = try TemporaryFolder()
        let address = "ipc://\(folder.path)/bus"
        var configuration = NodeConfiguration(name: "gps", address: try BusAddress(address))
        configuration.logLevel = .error
        let writer = try Node.join(configuration)
        let fixes = try writer.publisher(of: Fix.self)
        fixes.publish(Fix(time: 1, latitude: 1, longitude: 2))
        try await Task.sleep(for: .milliseconds(2100))
        let bus = try TestBus(address)
        let reader = try bus.join("reader")
        var messages = reader.messages(of: Fix.self, .kind("fix"), lastValues: false).makeAsyncIterator()
        fixes.publish(Fix(time: 2, latitude: 1, longitude: 2))
        var seen = try #require(await messages.next())
        if seen.message?.time == 1 {
            #expect(seen.isLastValue)
            seen = try #require(await messages.next())
        }
        #expect(seen.message?.time == 2 && !seen.isLastValue && seen.lost == 0)
        for node in [writer, reader] { await node.close() }
        bus.end()
    }

    @Test("a slow reader that confirms gets everything, however fast it is sent")
    func confirming() async throws {
        let bus = try TestBus()
        let reader = try bus.join("reader")
        let count = Lock(0)
        reader.subscribe(to: Fix.self, .kind("fix")) { message in
            if message.message != nil { count.withLock { $0 += 1 } }
        }
        let writer = try bus.join("replay") { $0.readers = ["reader"] }
        let fixes = try writer.publisher(of: Fix.self)
        try await writer.waitForReaders(of: [fixes.topic])
        for number in 0..<5000 {
            fixes.publish(Fix(time: Double(number), latitude: 1, longitude: 2))
            if number % 100 == 99 { try await writer.confirm([fixes]) }
        }
        #expect(count.withLock { $0 } == 5000)
        await writer.close()
        await reader.close()
        bus.end()
    }

    @Test("a reader that has the newest message as a last value confirms it")
    func confirmingLastValue() async throws {
        let bus = try TestBus()
        let writer = try bus.join("replay")
        let fixes = try writer.publisher(of: Fix.self)
        let early = try bus.join("early")
        var first = early.messages(of: Fix.self, .kind("fix")).makeAsyncIterator()
        await early.subscriptionsInForce()
        fixes.publish(Fix(time: 1, latitude: 1, longitude: 2))
        _ = await first.next()
        await early.close()
        let reader = try bus.join("reader")
        var arrived = reader.messages(of: Fix.self, .kind("fix")).makeAsyncIterator()
        #expect(await arrived.next()?.isLastValue == true)
        try await writer.waitForReaders(of: [fixes.topic])
        try await writer.confirm([fixes])
        await writer.close()
        await reader.close()
        bus.end()
    }

    @Test("a reader that joined after the newest message and wants no last values holds nobody up")
    func confirmingNothing() async throws {
        let bus = try TestBus()
        let writer = try bus.join("replay")
        let fixes = try writer.publisher(of: Fix.self)
        let early = try bus.join("early")
        var first = early.messages(of: Fix.self, .kind("fix")).makeAsyncIterator()
        await early.subscriptionsInForce()
        fixes.publish(Fix(time: 1, latitude: 1, longitude: 2))
        _ = await first.next()
        await early.close()
        let reader = try bus.join("reader")
        reader.subscribe(to: Fix.self, .exactly(fixes.topic), lastValues: false) { _ in }
        try await writer.waitForReaders(of: [fixes.topic])
        try await eventually {
            let list = try await writer.request(
                "bus/listeners",
                BusRequests.Topics(topics: [fixes.topic.description]),
                as: BusRequests.Listeners.self
            )
            return list.topics[fixes.topic.description]?.nodes == ["reader"]
        }
        try await writer.confirm([fixes])
        // It is waited for again as soon as something is there for it.
        fixes.publish(Fix(time: 2, latitude: 1, longitude: 2))
        try await writer.confirm([fixes])
        await writer.close()
        await reader.close()
        bus.end()
    }

    @Test("a confirmation counts the messages of its own publisher, whoever else publishes there")
    func confirmingOwn() async throws {
        let bus = try TestBus()
        let reader = try bus.join("reader")
        reader.subscribe(to: Fix.self, .kind("fix")) { _ in }
        let writers = try ["one", "two"].map { try bus.join($0) }
        let topic = try Topic("fix/shared")
        let fixes = writers.map { $0.publisher(of: Fix.self, on: topic) }
        for writer in writers { try await writer.waitForReaders(of: [topic]) }
        for time in 0..<3 {
            // The other's message is the newest, and nothing more comes: without a publisher the answer would never do.
            for publisher in fixes { publisher.publish(Fix(time: Double(time), latitude: 1, longitude: 2)) }
            try await writers[1].confirm([fixes[1]])
            try await writers[0].confirm([fixes[0]])
        }
        for node in writers + [reader] { await node.close() }
        bus.end()
    }

    @Test("a reader that never answers what it has received is not waited for without end")
    func confirmingSilence() async throws {
        let bus = try TestBus()
        let writer = try bus.join("replay")
        let fixes = try writer.publisher(of: Fix.self)
        let context = try Context()
        let mute = try Socket(.dealer, in: context)
        try mute.connect(to: bus.address.requestEndpoint)
        let hello =
            #"{"name":"mute","pid":1,"publisher":1,"version":1,"publishes":[],"reads":["fix/"],"answers":[]}"#
        let parts = [[1], [], Array("bus/hello".utf8), Array(hello.utf8)]
        #expect(try mute.send(parts) == .sent)
        fixes.publish(Fix(time: 1, latitude: 1, longitude: 2))
        let isOver = Lock(false)
        let confirmation = Task {
            try await writer.confirm([fixes])
            isOver.withLock { $0 = true }
        }
        while !isOver.withLock({ $0 }) {
            // Without a sign of life the bus would take it for gone.
            #expect(try mute.send(parts) == .sent)
            try await Task.sleep(for: .milliseconds(500))
        }
        try await confirmation.value
        await writer.close()
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

    @Test("messages that the link had taken when its bus died are counted as dropped")
    func droppedWithTheBus() async throws {
        let folder = try TemporaryFolder()
        let bus = folder.file("bus")
        #expect(mkdir(bus, 0o700) == 0)
        var configuration = NodeConfiguration(name: "gps", address: try BusAddress("ipc://\(bus)"))
        configuration.logLevel = .error
        configuration.isMember = false
        let node: Node
        do {
            let context = try Context()
            var options = SocketOptions()
            options.receiveHighWaterMark = 1
            // A libzmq that does not read does not see the answers to its heartbeats either, and hangs up.
            options.heartbeat = false
            let reader = try Socket(.pull, in: context, options: options)
            try reader.bind(to: "ipc://\(bus)/publish")
            node = try Node.join(configuration)
            let notes = node.publisher(of: Bytes.self, on: try Topic("note/gps"))
            let payload = Bytes([UInt8](repeating: 7, count: 5000))
            // More than the kernel, the link and a reader that does not read hold together; the queue takes the rest.
            for _ in 0..<1000 { notes.publish(payload) }
            let taken = { node.outlet.figures.published - node.outlet.figures.queued }
            // Until no more goes in: the link is full as well.
            let still = Lock((taken: 0, times: 0))
            try await eventually {
                let now = taken()
                let times = still.withLock { still in
                    still = (now, now == still.taken ? still.times + 1 : 0)
                    return still.times
                }
                return node.outlet.figures.queued > 0 && now > 10 && times >= 50
            }
        }
        // The queue, which waits for the bus to come back, has had room for all: these are the link's, which holds 64 KiB.
        try await eventually { node.dropped > 0 }
        #expect(13...15 ~= node.dropped, "\(node.dropped)")
        let queued = node.outlet.figures.queued
        #expect(queued > 0 && node.dropped + queued < 1000, "what the kernel has taken is out of our hands")
        let before = node.dropped
        await node.close()
        #expect(node.dropped == before + queued)
    }

    @Test("what was asked of a bus that has ended is known to have no answer, long before its time is up")
    func askedOfThatGone() async throws {
        let bus = try TestBus()
        let node = try bus.join("mute")
        let asked = Lock(false)
        node.answer("wait") { (body: BusRequests.Empty) in
            asked.withLock { $0 = true }
            try await Task.sleep(for: .seconds(600))
            return body
        }
        let reader = try bus.join("reader")
        try await eventually { (try? await reader.request("mute/ping", [])) != nil }
        let answer = Task { try await reader.request("mute/wait", Array("{}".utf8), timeout: .seconds(600)) }
        try await eventually { asked.withLock { $0 } }
        bus.end()
        let error = await #expect(throws: RequestError.self) { try await answer.value }
        #expect(error?.message.contains("it may have been carried out") == true)
        for node in [node, reader] { await node.close() }
    }

    @Test("a request to a bus that is not there says so when its time is up")
    func noBus() async throws {
        let folder = try TemporaryFolder()
        let address = try BusAddress("ipc://\(folder.path)/bus")
        var configuration = NodeConfiguration(name: "alone", address: address)
        configuration.logLevel = .error
        let node = try Node.join(configuration)
        let error = await #expect(throws: RequestError.self) {
            try await node.connected(within: .milliseconds(100))
        }
        #expect(error?.code == .timeout)
        #expect(error?.message.contains("no bus answers at \(address)") == true)
        await node.close()
    }
}

/// Waits until something is true; the suite's time limit ends what never is.
func eventually(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { try await Task.sleep(for: .milliseconds(10)) }
}
