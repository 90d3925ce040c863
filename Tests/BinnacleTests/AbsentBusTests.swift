import Glibc
import Platform
import TestSupport
import Testing
import ZeroMQ

@testable import Binnacle

@Suite("A bus that ends, comes back, or is not there", .timeLimit(.minutes(1)))
struct AbsentBusTests {
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
