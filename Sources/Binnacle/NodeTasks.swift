/// Runs tasks on a node's thread.
final class NodeTasks: TaskExecutor {
    private let loop: NodeLoop

    init(_ loop: NodeLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) { loop.run(UnownedJob(job), of: self) }
}
