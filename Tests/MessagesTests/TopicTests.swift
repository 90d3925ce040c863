import Messages
import Testing

@Suite("Topics and filters", .timeLimit(.minutes(1)))
struct TopicTests {
    @Test("a topic has a kind, a source and perhaps an instance") func pieces() throws {
        let topic = try Topic("arrow/return-arrow/home/2")
        #expect(topic.kind == "arrow" && topic.source == "return-arrow" && topic.instance == "home/2")
        #expect(try Topic("fix/gps").instance == nil)
        #expect(try MessagesTests.topic(ofBytes: "fix/gps") == Topic("fix/gps"))
    }

    @Test(
        "bytes and text are judged alike",
        arguments: [
            "fix/gps", "a/b/c", "0/_", "-/-", "", "fix", "/", "fix/", "/gps", "fix//a", "Fix/gps", "fix/gps|",
            "fix/é", "~n/fix/a",
            "f/" + String(repeating: "a", count: 253), "f/" + String(repeating: "a", count: 254),
        ]
    )
    func validity(text: String) {
        let isTopic = (try? Topic(text)) != nil
        #expect(MessagesTests.isTopic(text) == isTopic)
        #expect(((try? topic(ofBytes: text)) != nil) == isTopic)
    }

    @Test("an error says which rule is broken") func errors() {
        func said(_ text: String) -> String? {
            #expect(throws: MessageError.self) { try Topic(text) }?.description
        }
        #expect(said("fix") == "topic 'fix' is not of the form kind/source")
        #expect(said("fix/G") == "topic 'fix/G': a segment is one or more of a-z, 0-9, _ and -, not 'G'")
        #expect(
            said(String(repeating: "a", count: 256)) == "a topic has at most 255 bytes, this one has more"
        )
    }

    @Test("the hash is FNV-1a") func hash() {
        #expect(MessagesTests.hash("") == 0xCBF2_9CE4_8422_2325)
        #expect(MessagesTests.hash("a") == 0xAF63_DC4C_8601_EC8C)
        #expect(MessagesTests.hash("foobar") == 0x8594_4171_F739_67E8)
    }

    @Test("a filter is read from text and written back") func filters() throws {
        let cases: [(String, TopicFilter, String, String)] = [
            ("", .all, "", "*"), ("*", .all, "", "*"), ("fix", .kind("fix"), "fix/", "fix/"),
            ("fix/", .kind("fix"), "fix/", "fix/"),
            ("fix/*", .kind("fix"), "fix/", "fix/"),
            ("fix/gps", .exactly(try Topic("fix/gps")), "fix/gps|", "fix/gps"),
            ("pin/pins/", .prefix("pin/pins/"), "pin/pins/", "pin/pins/*"),
            ("pin/pins/*", .prefix("pin/pins/"), "pin/pins/", "pin/pins/*"),
            ("fix/g*", .prefix("fix/g"), "fix/g", "fix/g*"), ("fi*", .prefix("fi"), "fi", "fi*"),
        ]
        for (text, filter, subscription, description) in cases {
            #expect(try TopicFilter(text) == filter, "\(text)")
            #expect(filter.subscription == [UInt8](subscription.utf8), "\(text)")
            #expect(filter.description == description)
            #expect(try TopicFilter(filter.description) == filter)
        }
    }

    @Test(
        "what no topic can begin with is an error",
        arguments: ["/", "/fix", "fix//", "Fix", "fix/gps|", "fi*x", "**", "a b"]
    )
    func badFilters(text: String) {
        let error = #expect(throws: MessageError.self) { try TopicFilter(text) }
        #expect(error?.description == "'\(text)' is no topic, kind or beginning of a topic")
    }

    @Test("a filter passes what ZeroMQ would") func matching() throws {
        let topics = try ["fix/gps", "fix/gps2", "fix/gps/a", "fixed/gps", "pin/pins/a", "pin/pinsel"].map(
            Topic.init
        )
        let filters = try ["", "fix", "fix/gps", "fix/gp*", "pin/pins/", "f*", "heading"].map(
            TopicFilter.init
        )
        for filter in filters {
            for topic in topics {
                let expected = (topic.description + "|").utf8.starts(with: filter.subscription)
                #expect(filter.matches(topic) == expected, "\(filter) \(topic)")
                #expect(passes(filter, topic.description) == expected)
            }
        }
        #expect(!passes(.kind("fix"), "fix"))
    }
}
