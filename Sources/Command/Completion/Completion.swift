/// What a shell may offer where something is to be typed.
enum Completion: Equatable, Sendable {
    case nothing
    /// These words.
    case words([String])
    /// The files of the folder, which the shell knows itself.
    case files
    /// The topics on the bus.
    case topics
    /// The nodes that were launched.
    case launchedNodes
    /// The nodes on the bus, and the bus.
    case nodes
    /// The methods of nodes, and of the bus.
    case methods
    /// The plugins that can be run.
    case plugins
}
