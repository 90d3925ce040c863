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
    /// What is added to the launcher's environment.
    public var environment: [String: String] = [:]
    /// `BINNACLE_PARAMETERS`: every parameter that has a value.
    public var parameters = "{}"
    /// What it publishes.
    public var publishes: [TopicPattern] = []
    /// What it reads.
    public var subscribes: [TopicPattern] = []
    /// What the rig or the machine must have for it.
    public var requires: [Capability] = []
    /// What others can do with it.
    public var provides: [Capability] = []
    /// What must have come first.
    public var after: [Dependency] = []
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
}
