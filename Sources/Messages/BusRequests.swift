/// The bodies of the requests that the bus itself answers, as their JSON.
public enum BusRequests {
    /// What a node tells of itself: `bus/hello`.
    public struct Hello: Codable, Sendable {
        /// The node's name, the second segment of its topics.
        public var name: String
        /// Its process.
        public var pid: Int
        /// The publisher in its stamps.
        public var publisher: UInt64?
        /// The version of the contract that it speaks.
        public var version: Int
        /// The topics that it publishes.
        public var publishes: [String]?
        /// The prefixes that it is subscribed to and that are in force, as ZeroMQ matches them.
        public var reads: [String]?
        /// The methods that it answers.
        public var answers: [String]?
        /// The capabilities that others have by it: `gps`, `magnetometer`, `location-services`.
        public var provides: [String]?

        /// Creates the introduction of a node.
        public init(name: String, pid: Int) {
            self.name = name
            self.pid = pid
            version = Int(Stamp.version)
        }
    }

    /// How the bus greets a node.
    public struct Welcome: Codable, Sendable {
        /// A random number that another start of the bus does not have.
        public var bus: UInt64
        /// The version of the contract that it speaks.
        public var version: Int
        /// Topics of those that the node publishes, which its key may not: what is sent there is dropped.
        public var refused: [String]?

        /// Creates a greeting.
        public init(bus: UInt64) {
            self.bus = bus
            version = Int(Stamp.version)
        }
    }

    /// What the caller may do, by its key: the answer of `bus/key`.
    public struct Key: Codable, Sendable {
        /// The name of the key; `nil` for a connection that needs none, which may do everything.
        public var name: String?
        /// Whether it may subscribe, and ask the bus for what it knows.
        public var read: Bool
        /// The kinds that it may publish; `*` stands for all.
        public var publish: [String]
        /// The methods that it may call.
        public var call: [String]
        /// How many messages and requests of the key's the bus has refused since its start, by reason.
        public var refused: [String: Int]

        /// Creates an answer.
        public init(
            name: String?,
            read: Bool,
            publish: [String],
            call: [String],
            refused: [String: Int]
        ) {
            (self.name, self.read, self.publish, self.call) = (name, read, publish, call)
            self.refused = refused
        }

        /// Whether it may publish a kind.
        public func mayPublish(kind: String) -> Bool { publish.contains { $0 == "*" || $0 == kind } }

        /// What it may publish, for people.
        public var publishable: String { publish.isEmpty ? "nothing" : publish.joined(separator: ", ") }
    }

    /// A sign of life, each second: `bus/heartbeat`.
    public struct Heartbeat: Codable, Sendable {
        /// The node's name.
        public var name: String
        /// Where the node is in its life, a ``Status/State``.
        public var state: String
        /// Why it is degraded, in words.
        public var note: String?

        /// Creates a sign of life.
        public init(name: String, state: Status.State, note: String? = nil) {
            self.name = name
            self.state = state.rawValue
            self.note = note
        }
    }

    /// A node's last words: `bus/goodbye`.
    public struct Goodbye: Codable, Sendable {
        /// The node's name.
        public var name: String

        /// Creates last words.
        public init(name: String) {
            self.name = name
        }
    }

    /// What the bus says of itself: the answer of `bus/ping`.
    public struct Pong: Codable, Sendable {
        /// A random number that another start of the bus does not have.
        public var bus: UInt64?
        /// The version of the contract that it speaks.
        public var version: Int?
        /// The bus's wall clock as it answered, Unix seconds.
        public var time: Double?

        /// Creates an answer.
        public init(bus: UInt64, time: Double) {
            self.bus = bus
            version = Int(Stamp.version)
            self.time = time
        }
    }

    /// Nothing: the body of a request without parameters, or of an answer that only says yes.
    public struct Empty: Codable, Sendable {
        /// Creates nothing.
        public init() {}
    }

    /// The switch of location services: `bus/location`, as it is to be, and as it is.
    public struct Location: Codable, Sendable {
        /// Whether positions are handed on; in a question `nil`, to leave it as it is.
        public var enabled: Bool?

        /// Creates a question or an answer.
        public init(enabled: Bool? = nil) { self.enabled = enabled }
    }

    /// Which topics are meant: `bus/listeners`.
    public struct Topics: Codable, Sendable {
        /// Topics, whole.
        public var topics: [String]

        /// Creates a list.
        public init(topics: [String]) {
            self.topics = topics
        }
    }

    /// Who reads which topic: the answer of `bus/listeners`.
    public struct Listeners: Codable, Sendable {
        /// Who reads one topic.
        public struct Readers: Codable, Sendable {
            /// How many subscriptions match it, of nodes and of others.
            public var count: Int
            /// The nodes among them, by name.
            public var nodes: [String]

            /// Creates the readers of a topic.
            public init(count: Int, nodes: [String]) {
                self.count = count
                self.nodes = nodes
            }
        }

        /// The readers, by topic.
        public var topics: [String: Readers]

        /// Creates an answer.
        public init(topics: [String: Readers]) {
            self.topics = topics
        }
    }

    /// What a node is asked for that has handled messages: `<node>/received`.
    public struct Handled: Codable, Sendable {
        /// Topics, whole.
        public var topics: [String]
        /// Whose messages are meant; whoever's came last when absent.
        public var publisher: UInt64?

        /// Creates a question.
        public init(topics: [String], publisher: UInt64? = nil) {
            self.topics = topics
            self.publisher = publisher
        }
    }

    /// What a node has handled: the answer of `<node>/received`.
    public struct Received: Codable, Sendable {
        /// The newest message of a topic.
        public struct Position: Codable, Hashable, Sendable {
            /// Its publisher.
            public var publisher: UInt64
            /// Its position among the publisher's messages on the topic.
            public var sequence: UInt64

            /// Creates a position.
            public init(publisher: UInt64, sequence: UInt64) {
                self.publisher = publisher
                self.sequence = sequence
            }
        }

        /// The newest message handled, by topic: of the publisher that was asked for where one of it has been, else of
        /// whom it came; a topic of which nothing came is left out.
        public var topics: [String: Position]

        /// Creates an answer.
        public init(topics: [String: Position]) {
            self.topics = topics
        }
    }

    /// Where a query of topics or last values begins: `bus/topics`, `bus/last`.
    public struct Prefix: Codable, Sendable {
        /// What the topics begin with; all when absent.
        public var prefix: String?

        /// Creates a query.
        public init(prefix: String? = nil) {
            self.prefix = prefix
        }
    }

    /// The answer of `bus/topics`.
    public struct TopicList: Codable, Sendable {
        /// The topics, sorted.
        public var topics: [TopicInfo]

        /// Creates an answer.
        public init(topics: [TopicInfo]) {
            self.topics = topics
        }
    }

    /// What the bus knows of a topic.
    public struct TopicInfo: Codable, Sendable {
        /// The topic.
        public var topic: String
        /// The publisher of its newest message.
        public var publisher: UInt64
        /// The position of its newest message.
        public var sequence: UInt64
        /// How many messages came since the bus started.
        public var count: Int
        /// How many bytes came, stamps and payloads.
        public var bytes: Int
        /// Messages a second, over the last seconds.
        public var rate: Double
        /// Seconds since the newest came.
        public var age: Double
        /// Whether the newest is kept as a last value.
        public var kept: Bool
        /// How many subscriptions match.
        public var listeners: Int

        /// Creates a topic's figures.
        public init(
            topic: String,
            publisher: UInt64,
            sequence: UInt64,
            count: Int,
            bytes: Int,
            rate: Double,
            age: Double,
            kept: Bool,
            listeners: Int
        ) {
            self.topic = topic
            self.publisher = publisher
            self.sequence = sequence
            self.count = count
            self.bytes = bytes
            self.rate = rate
            self.age = age
            self.kept = kept
            self.listeners = listeners
        }
    }

    /// The answer of `bus/nodes`.
    public struct NodeList: Codable, Sendable {
        /// The nodes, sorted by name.
        public var nodes: [NodeInfo]

        /// Creates an answer.
        public init(nodes: [NodeInfo]) {
            self.nodes = nodes
        }
    }

    /// What the bus knows of a node.
    public struct NodeInfo: Codable, Sendable {
        /// Its name.
        public var name: String
        /// Its process.
        public var pid: Int
        /// The publisher in its stamps, where it has told.
        public var publisher: UInt64?
        /// Where it is in its life, a ``Status/State``.
        public var state: String
        /// Why it is degraded or gone, in words.
        public var note: String?
        /// The topics that it publishes.
        public var publishes: [String]
        /// The prefixes that it reads.
        public var reads: [String]
        /// The methods that it answers.
        public var answers: [String]
        /// Seconds since it said hello.
        public var uptime: Double
        /// Seconds since it was last heard of.
        public var age: Double
        /// The capabilities that others have by it, where it has told.
        public var provides: [String]?

        /// Creates a node's entry.
        public init(
            name: String,
            pid: Int,
            publisher: UInt64? = nil,
            state: String,
            note: String?,
            publishes: [String],
            reads: [String],
            answers: [String],
            uptime: Double,
            age: Double,
            provides: [String]? = nil
        ) {
            self.name = name
            self.pid = pid
            self.publisher = publisher
            self.provides = provides
            self.state = state
            self.note = note
            self.publishes = publishes
            self.reads = reads
            self.answers = answers
            self.uptime = uptime
            self.age = age
        }
    }

    /// The answer of `bus/last`.
    public struct LastValues: Codable, Sendable {
        /// A kept message.
        public struct Entry: Codable, Sendable {
            /// Its topic.
            public var topic: String
            /// Its publisher.
            public var publisher: UInt64
            /// Its position among the publisher's messages on the topic.
            public var sequence: UInt64
            /// When it was published, Unix nanoseconds.
            public var published: Int64
            /// The payload as text where it is UTF-8.
            public var payload: String?

            /// Creates an entry.
            public init(
                topic: String,
                publisher: UInt64,
                sequence: UInt64,
                published: Int64,
                payload: String?
            ) {
                self.topic = topic
                self.publisher = publisher
                self.sequence = sequence
                self.published = published
                self.payload = payload
            }
        }

        /// The messages, sorted by topic.
        public var messages: [Entry]

        /// Creates an answer.
        public init(messages: [Entry]) {
            self.messages = messages
        }
    }
}
