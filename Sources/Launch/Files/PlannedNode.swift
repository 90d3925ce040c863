internal import Messages

/// A node with everything decided: what to run, with what, when, and what to do when it ends.
public struct PlannedNode: Hashable, Sendable {
    /// Its name, the source of its topics.
    public let name: String
    /// The plugin it is of; nil for another program.
    public var plugin: String?
    /// The program's path.
    public let program: String
    /// The program's arguments, its name not among them.
    public let arguments: [String]
    /// Where the launch file names it.
    public var location: SourceLocation?
    /// Where its values come from, in words: by key, `parameters.speed` for a parameter.
    public var origins: [String: String] = [:]
    /// The folder that it runs in; nil for the launcher's.
    public var workingDirectory: String?
    /// The file that its lines go to; nil for the console.
    public var output: String?
    /// What is added to the launcher's environment.
    public var environment: [String: String] = [:]
    /// `BINNACLE_PARAMETERS`: every parameter that has a value.
    public var parameters = "{}"
    /// The parameters that its plugin declares.
    public var declared: [Parameter] = []
    /// What it publishes.
    public var publishes: [TopicPattern] = []
    /// What it reads.
    public var subscribes: [TopicPattern] = []
    /// Whether the launch file names what feeds it, so that it reads nothing else.
    public var hasInputs = false
    /// What the rig or the machine must have for it.
    public var requires: [Capability] = []
    /// What others can do with it.
    public var provides: [Capability] = []
    /// What must have come first.
    public var after: [Dependency] = []
    /// What tells that it is at work; nil for another program, of which nothing tells.
    public var readiness: Readiness?
    /// Whether it is started again.
    public var restart = RestartPolicy()
    /// How it is stopped.
    public var stop = StopPolicy()
    /// Whether its end ends the rig.
    public var isRequired = false

    /// Creates a node that runs a program.
    public init(name: String, program: String, arguments: [String]) {
        self.name = name
        self.program = program
        self.arguments = arguments
    }

    /// Whether it says hello to the bus, as far as is known.
    var saysHello: Bool { plugin != nil || readiness == .hello }

    /// The parameters that may be changed while it runs.
    public var liveParameters: [String] { declared.filter(\.isLive).map(\.name) }

    /// The JSON Schema of those parameters, so that the node can check what others than its launcher ask for.
    var liveSchema: String {
        let properties = declared.filter(\.isLive).properties
        return JSONValue.object(["type": "object", "properties": .object(properties)]).description
    }
}
