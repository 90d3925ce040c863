internal import Platform

/// Starts a rig, looks after it, and ends it.
///
/// Everything happens on one thread of its own. The caller tells it who has said hello (`ready`), and when to stop.
/// A node is `ready` only when the caller says so: the caller is on the bus, the supervisor is not.
public final class Supervisor: Sendable {
    /// What is the same for all nodes.
    public struct Options: Sendable {
        /// The bus's address, which nodes are told.
        public var address: String
        /// The least level that nodes log: `debug`, `info`, `warning` or `error`.
        public var logLevel = "info"
        /// Takes each line instead of standard output and standard error; on the supervisor's thread, so it must not wait.
        public var onLine: (@Sendable (ConsoleLine) -> Void)?
        /// Is told the node whose process is about to be started; on the supervisor's thread, so it must not wait.
        public var onStart: (@Sendable (String) -> Void)?
        /// Is told what happens; on the supervisor's thread, so it must not wait.
        public var onEvent: (@Sendable (RigEvent) -> Void)?
        /// Whether what happens is also written as lines.
        public var writesEvents = true
        /// Whether each line on the console begins with the time, UTC.
        public var writesTimes = false
        /// Whether the process has no children but the rig's: then orphans that do not tell their node are ended with the rig.
        public var ownsAllChildren = false

        /// Creates options for a bus.
        public init(address: String) {
            self.address = address
        }
    }

    private let plan: LaunchPlan
    private let options: Options
    let mailbox: Mailbox

    /// Creates a supervisor that has started nothing yet.
    ///
    /// - Throws: when the system has no descriptor left.
    public init(_ plan: LaunchPlan, options: Options) throws {
        self.plan = plan
        self.options = options
        mailbox = try Mailbox()
    }

    /// Starts the rig and returns when all of it has ended; to be called once.
    ///
    /// - Returns: the launcher's exit code: 0 after a clean stop or when all nodes have finished well, that of a required
    ///   node that ended by itself, 1 when something could not be started.
    /// - Throws: when the system has no thread, process or descriptor left.
    public func run() async throws -> Int32 {
        let plan = plan, options = options, mailbox = mailbox
        return try await withCheckedThrowingContinuation { continuation in
            do {
                try Thread.start(named: "supervisor") {
                    do throws(SystemError) {
                        var runner = try SupervisorRunner(plan, options: options, mailbox: mailbox)
                        continuation.resume(returning: runner.run())
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Says that a node has published what its launch file waits for.
    public func met(_ node: String) {
        mailbox.post(.met(node))
    }

    /// Says that a node's subscriptions are in force: those that it reads may start.
    public func wired(_ node: String) {
        mailbox.post(.wired(node))
    }

    /// Says that a node has said hello; what is no node of the rig, or not running, is passed over.
    public func ready(_ node: String) {
        mailbox.post(.ready(node))
    }

    /// Asks the rig to stop, in reverse order; asked again it hurries, a third time it kills.
    public func stop() {
        mailbox.post(.stop)
    }
}
