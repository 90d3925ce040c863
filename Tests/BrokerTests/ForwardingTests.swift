import Broker
import Glibc
import Messages
import Platform
import Testing
import ZeroMQ

@Suite("What the bus does with messages", .timeLimit(.minutes(1)))
struct ForwardingTests {
    @Test("a stamped message comes out as it went in, to its subscribers alone")
    func forwarding() throws {
        let bus = try RawBus()
        let fixes = try bus.subscriber(to: "fix/gps|")
        let others = try bus.subscriber(to: "fix/gps2|", "imu/")
        let sender = try bus.publisher()
        let message = Pieces.message("fix/gps", #"{"time":1}"#, sequence: 7)
        _ = try sender.send(message)
        #expect(try RawBus.next(fixes) == message)
        #expect(try RawBus.next(others, within: 100) == nil)
        bus.end()
    }

    @Test("two parts are stamped by the bus, one publisher a connection, counted by topic")
    func unstamped() throws {
        let bus = try RawBus()
        let reader = try bus.subscriber(to: "")
        let one = try bus.publisher()
        let other = try bus.publisher()
        for payload in ["1", "2"] { _ = try one.send([Array("fix/phone".utf8), Array(payload.utf8)]) }
        let first = try Pieces(RawBus.next(reader))
        let second = try Pieces(RawBus.next(reader))
        _ = try other.send([Array("fix/phone".utf8), Array("3".utf8)])
        let third = try Pieces(RawBus.next(reader))
        #expect([first.topic, first.payload, second.payload, third.payload] == ["fix/phone", "1", "2", "3"])
        #expect([first, second, third].map(\.stamp.sequence) == [0, 1, 0])
        #expect(first.stamp.publisher == second.stamp.publisher)
        #expect(first.stamp.publisher != third.stamp.publisher)
        #expect(first.stamp.publisher < 1 << 53)
        #expect(first.stamp.flags == .stampedByBus)
        #expect(abs(first.stamp.published - WallClock.nanoseconds) < 10_000_000_000)
        bus.end()
    }

    @Test("a subscription by TCP that is longer than any can be ends its connection, and the others go on")
    func longSubscription() throws {
        let bus = try RawBus("tcp://127.0.0.1:*")
        let log = try bus.subscriber(to: "log/bus|")
        let reader = try bus.subscriber(to: "fix/" + String(repeating: "g", count: 252))
        let greedy = try Socket(.subscribe, in: bus.context)
        try greedy.connect(to: bus.address.subscribeEndpoint)
        try greedy.subscribe(to: [UInt8](repeating: UInt8(ascii: "a"), count: 2000))
        let line = try Pieces(RawBus.next(log)).payload
        // On a busy machine it is cut off before the bus can see who it was.
        let words = ["sent a part of more than 384 bytes", "gone at once has left, or was cut off"]
        #expect(words.contains { line.contains($0) }, "\(line)")
        let sender = try bus.publisher()
        let message = Pieces.message("fix/" + String(repeating: "g", count: 251), "{}")
        let long = Pieces.message("fix/" + String(repeating: "g", count: 252), "{}")
        _ = try sender.send(message)
        _ = try sender.send(long)
        // Of 255 bytes a topic may be; of 256 is none.
        #expect(try RawBus.next(reader, within: 200) == nil)
        let late = try bus.subscriber(to: "fix/")
        _ = try sender.send(message)
        #expect(try RawBus.next(late) == message)
        bus.end()
    }

    @Test(
        "each connection that sends two parts is a publisher of its own, one after the other",
        arguments: [false, true]
    )
    func publishers(overTCP: Bool) throws {
        let bus = try RawBus(overTCP ? "tcp://127.0.0.1:*" : nil)
        let reader = try bus.subscriber(to: "fix/")
        var publishers: Set<UInt64> = []
        for number in 0..<7 {
            // Closed at the end of each turn, so that the next one has its descriptor.
            let sender = try bus.publisher()
            for payload in 0..<2 {
                _ = try sender.send([Array("fix/phone".utf8), Array("\(payload)".utf8)])
                let message = try Pieces(RawBus.next(reader))
                #expect(message.stamp.sequence == UInt64(payload))
                publishers.insert(message.stamp.publisher)
            }
            #expect(publishers.count == number + 1)
        }
        bus.end()
    }

    @Test("a refused message takes no place among the topics, and the log names its topic, sender and fault")
    func rejection() throws {
        let bus = try RawBus()
        let log = try bus.subscriber(to: "log/bus|")
        let reader = try bus.subscriber(to: "fix/good|")
        let sender = try bus.publisher()
        for bad in ["fix/bus", "fix/Bad"] { _ = try sender.send(Pieces.message(bad, "{}")) }
        _ = try sender.send(Pieces.message("fix/good", "{}"))
        _ = try RawBus.next(reader)
        let requester = try bus.requester()
        let topics = try RawBus.ask(requester, "bus/topics", #"{"prefix":"fix/"}"#)
        #expect(topics.contains("fix/good") && !topics.contains("fix/bus") && !topics.contains("fix/Bad"))
        let words = try Pieces(RawBus.next(log)).payload
        #expect(words.contains("1 × a topic of the bus itself, 1 × malformed"), "\(words)")
        #expect(words.contains("the newest was on 'fix/Bad', of process \(getpid())"), "\(words)")
        #expect(words.contains("a segment is one or more of a-z, 0-9, _ and -, not 'Bad'"), "\(words)")
        bus.end()
    }

    @Test("what is no message of the contract is counted and goes nowhere, and the bus goes on")
    func refusals() throws {
        let bus = try RawBus()
        let reader = try bus.subscriber(to: "")
        let sender = try bus.publisher()
        let bad: [[[UInt8]]] = [
            [[]],
            [Array("no bar at all".utf8)],
            [Array("fix/gps|short".utf8)],
            Pieces.message("fix", "{}"),
            Pieces.message("Fix/GPS", "{}"),
            Pieces.message("fix//gps", "{}"),
            Pieces.message("status/bus", "{}"),
            [Array("log/bus".utf8), Array("{}".utf8)],
            Pieces.message("~nonce/fix/gps", "{}"),
            Pieces.message(String(repeating: "a/", count: 128) + "a", "{}"),
            Pieces.message("fix/gps", "{}") { $0[30] = 2 },
            Pieces.message("fix/gps", "{}") { $0[28] = 31 },
            Pieces.message("fix/gps", "{}") { $0[29] = 255 },
            [Array("fix/gps".utf8), [1], [2]],
            [[UInt8](repeating: 255, count: 3), [1]],
            [[UInt8]](repeating: [1], count: 1000),
        ]
        for message in bad { _ = try sender.send(message) }
        let good = Pieces.message("fix/gps", #"{"time":1}"#)
        _ = try sender.send(good)
        #expect(try RawBus.next(reader) == good)
        // The status of each second tells how many were refused.
        var status = try Pieces(RawBus.next(reader))
        while status.topic != "status/bus" { status = try Pieces(RawBus.next(reader)) }
        let report = try Status(decoding: Array(status.payload.utf8).span)
        #expect(report.dropped == bad.count)
        bus.end()
    }

    @Test("the bus's status says where a publisher began, also of one that another has followed")
    func beginnings() throws {
        let bus = try RawBus()
        let status = try bus.subscriber(to: "status/bus|")
        let sender = try bus.publisher()
        let first = try Pieces(RawBus.next(status)).stamp.sequence
        for (publisher, sequence) in [(1, 3), (1, 4), (2, 0), (1, 5), (3, 9)] as [(UInt64, UInt64)] {
            _ = try sender.send(
                Pieces.message("fix/gps", "{}", sequence: sequence) { $0[0] = UInt8(publisher) }
            )
        }
        struct Report: Decodable {
            struct Place: Decodable, Equatable {
                let publisher, sequence, first, began: UInt64
            }
            struct Topic: Decodable {
                let publisher, sequence, first, began, count: UInt64
                let formers: [Place]?
            }
            let topics: [String: Topic]
        }
        var message = try Pieces(RawBus.next(status))
        while !message.payload.contains("fix/gps") { message = try Pieces(RawBus.next(status)) }
        let report = try JSON.decode(Report.self, from: Array(message.payload.utf8))
        let topic = try #require(report.topics["fix/gps"])
        #expect(topic.publisher & 0xFF == 3 && topic.sequence == 9 && topic.first == 9)
        #expect(topic.formers?.map(\.sequence) == [5, 0])
        #expect(topic.count == 5, "all that came, whoever published it")
        #expect(topic.formers?.map(\.first) == [3, 0], "one that comes back has begun before")
        #expect(topic.began == message.stamp.sequence && topic.began > first)
        bus.end()
    }

    @Test("a last value comes to who asks by a nonce, marked, with a closing message; events are not kept")
    func lastValues() throws {
        let bus = try RawBus()
        let witness = try bus.subscriber(to: "fix/")
        let sender = try bus.publisher()
        for sequence in 0..<3 as Range<UInt64> {
            _ = try sender.send(Pieces.message("fix/gps", #"{"time":\#(sequence)}"#, sequence: sequence))
        }
        _ = try sender.send(Pieces.message("fix/other", #"{"time":9}"#))
        _ = try sender.send(Pieces.message("fix/event", #"{"time":9}"#, flags: .event))
        _ = try sender.send(Pieces.message("fix/erased", #"{"time":9}"#))
        _ = try sender.send(Pieces.message("fix/erased", "", sequence: 1))
        for _ in 0..<7 { _ = try RawBus.next(witness) }

        let asker = try Socket(.subscribe, in: bus.context)
        try asker.connect(to: bus.address.subscribeEndpoint)
        try asker.subscribe(to: Array("~n1/fix/".utf8))
        var answers = [try Pieces(RawBus.next(asker)), try Pieces(RawBus.next(asker))]
        answers.sort { $0.topic < $1.topic }
        let end = try Pieces(RawBus.next(asker))
        #expect(answers.map(\.topic) == ["~n1/fix/gps", "~n1/fix/other"])
        #expect(answers.map(\.payload) == [#"{"time":2}"#, #"{"time":9}"#])
        #expect(answers.allSatisfy { $0.stamp.flags.contains(.lastValue) && $0.stamp.publisher == 42 })
        #expect(answers[0].stamp.sequence == 2)
        #expect(end.topic == "~n1/fix/")
        #expect(end.payload == #"{"count":2}"#)
        #expect(end.stamp.flags.contains(.end))
        // One topic alone, closed with its bar, is answered under just that string.
        try asker.subscribe(to: Array("~n2/fix/gps|".utf8))
        #expect(try Pieces(RawBus.next(asker)).topic == "~n2/fix/gps")
        let closing = try Pieces(RawBus.next(asker))
        #expect([closing.topic, closing.payload] == ["~n2/fix/gps", #"{"count":1}"#])
        #expect(try RawBus.next(witness, within: 100) == nil, "an answer is for the asker alone")
        bus.end()
    }

    @Test("what is sent again after a gap does not replace what is newer")
    func resent() throws {
        let bus = try RawBus()
        let reader = try bus.subscriber(to: "fix/")
        let sender = try bus.publisher()
        let newer = Pieces.message("fix/gps", "new") { stamp in
            withUnsafeBytes(of: Int64(1_800_000_000_000_000_000)) { stamp.replaceSubrange(16..<24, with: $0) }
        }
        _ = try sender.send(newer)
        // Of another publisher the time decides, of the same one its count: its clock may have been stepped back.
        _ = try sender.send(
            Pieces.message("fix/gps", "old", sequence: 5, flags: .lastValue) { stamp in stamp[0] ^= 1 }
        )
        for _ in 0..<2 { _ = try RawBus.next(reader) }
        let requester = try bus.requester()
        let answer = try RawBus.ask(requester, "bus/last", #"{"prefix":"fix/"}"#)
        #expect(answer.contains(#""payload":"new""#), "\(answer)")
        _ = try sender.send(Pieces.message("fix/gps", "newest", sequence: 1, flags: .lastValue))
        _ = try RawBus.next(reader)
        #expect(try RawBus.ask(requester, "bus/last", #"{"prefix":"fix/"}"#).contains(#""payload":"newest""#))
        bus.end()
    }

    @Test("memory for last values is bounded in topics, in size and in all")
    func bounds() throws {
        let bus = try RawBus { limits in
            limits.maximumTopics = 4
            limits.maximumKeptSize = 1000
            limits.maximumKeptTotal = 2000
        }
        let reader = try bus.subscriber(to: "big/")
        let sender = try bus.publisher()
        for number in 0..<4 {
            _ = try sender.send(Pieces.message("big/t\(number)", String(repeating: "x", count: 900)))
        }
        _ = try sender.send(Pieces.message("big/t4", "one too many"))
        _ = try sender.send(Pieces.message("big/t0", String(repeating: "y", count: 1500), sequence: 1))
        for _ in 0..<5 { _ = try RawBus.next(reader) }
        #expect(try RawBus.next(reader, within: 100) == nil)
        let requester = try bus.requester()
        let last = try RawBus.ask(requester, "bus/last", #"{"prefix":"big/"}"#)
        // t0 grew too large to keep, t1 has its place, and t2 and t3 came when the memory was full.
        #expect(last.components(of: #""topic":"#) == 1)
        #expect(last.contains("big/t1"))
        bus.end()
    }

    @Test("topics that were erased make room for others")
    func erasedTopics() throws {
        let bus = try RawBus { limits in
            limits.maximumTopics = 5
            limits.memoryOfErased = 0
        }
        let reader = try bus.subscriber(to: "pin/")
        let sender = try bus.publisher()
        for number in 0..<12 {
            _ = try sender.send(Pieces.message("pin/p/\(number)", "{}"))
            _ = try sender.send(Pieces.message("pin/p/\(number)", "", sequence: 1))
            for _ in 0..<2 { #expect(try RawBus.next(reader) != nil) }
            // Room is made once a second at most.
            if number % 4 == 3 { usleep(1_100_000) }
        }
        bus.end()
    }
}

extension ForwardingTests {
    @Test("who is stamped by the bus is another publisher when the bus has forgotten how far it had come")
    func forgottenCount() throws {
        let bus = try RawBus { limits in
            limits.maximumTopics = 4
            limits.memoryOfErased = 0
        }
        let reader = try bus.subscriber(to: "pin/")
        let sender = try bus.publisher()
        func publish(_ number: Int, _ payload: String) throws -> Pieces {
            _ = try sender.send([Array("pin/p/\(number)".utf8), Array(payload.utf8)])
            return try Pieces(RawBus.next(reader))
        }
        let first = try publish(0, "{}").stamp
        #expect(try publish(0, "").stamp.sequence == 1)
        let stays = try publish(1, "{}").stamp
        #expect(stays.publisher == first.publisher && stays.sequence == 0)
        for number in 2..<6 {
            _ = try publish(number, "{}")
            _ = try publish(number, "")
        }
        // Sequence 0 of the same publisher would be passed over as a repeat.
        let again = try publish(0, "{}").stamp
        #expect(again.publisher != first.publisher)
        #expect(again.sequence == 0)
        #expect(try publish(1, "{}").stamp.publisher == again.publisher)
        bus.end()
    }
}

extension String {
    /// How many times some text occurs.
    fileprivate func components(of text: String) -> Int {
        indices.count { self[$0...].hasPrefix(text) }
    }
}
