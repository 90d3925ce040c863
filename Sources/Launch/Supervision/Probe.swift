internal import Glibc
internal import Platform

/// A command that tells by its exit code whether a node is at work; it is run again and again.
final class Probe {
    /// From the end of one try to the next.
    static let interval: Int64 = 500_000_000
    /// How long a try may take.
    static let patience: Int64 = 10_000_000_000

    private(set) var child: ChildProcess?
    private var nextTry: Int64 = 0
    private var deadline: Int64 = 0

    /// When something is due.
    var due: Int64 { child == nil ? nextTry : deadline }

    /// Begins a try, where one is due.
    func tryAgain(
        _ program: String,
        _ arguments: [String],
        environment: [String: String?],
        directory: String?,
        guardian: CInt?,
        now: Int64
    ) {
        guard child == nil, nextTry <= now else { return }
        nextTry = now &+ Self.interval
        deadline = now &+ Self.patience
        // What cannot be started this time may be next time.
        guard let null = try? OwnedDescriptor.null() else { return }
        child = try? ChildProcess(
            path: program,
            arguments: arguments,
            environment: environment,
            inheritsEnvironment: true,
            output: null.number,
            error: null.number,
            directory: directory,
            guardian: guardian
        )
    }

    /// Looks how the try went.
    ///
    /// - Returns: whether it ended well, and its group, which is empty now; nil while it goes on.
    func result(now: Int64) -> (isGood: Bool, group: Int32)? {
        guard let child else { return nil }
        if deadline <= now { child.signalGroup(SIGKILL) }
        guard let status = child.reap() else { return nil }
        end(child)
        self.child = nil
        nextTry = now &+ Self.interval
        return (status.isSuccess, child.pid)
    }

    /// Ends a try that is not wanted any more, and waits for it.
    ///
    /// - Returns: its group, where there was one.
    func cancel() -> Int32? {
        guard let child else { return nil }
        child.signalGroup(SIGKILL)
        var descriptors = [pollfd(fd: child.descriptor, events: Int16(POLLIN), revents: 0)]
        _ = poll(&descriptors, 1, 2_000)
        _ = child.reap()
        end(child)
        self.child = nil
        return child.pid
    }

    private func end(_ child: ChildProcess) {
        child.signalGroup(SIGKILL)
        for _ in 0..<100 where !child.isGroupEmpty() { usleep(1_000) }
    }
}
