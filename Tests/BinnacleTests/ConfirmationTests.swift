import Platform
import TestSupport
import Testing
import ZeroMQ

@testable import Binnacle

@Suite("Readers that confirm", .timeLimit(.minutes(1)))
struct ConfirmationTests {
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
}
