internal import Platform

/// The process of a node, and what it writes.
final class NodeProcess {
    let name: String
    let child: ChildProcess
    /// How the process ended, once it has; others of its group may be left.
    var status: ExitStatus?
    private var streams: [Stream]
    private var lastErrors: [[UInt8]] = []
    private var lastOutput: [[UInt8]] = []

    /// One of its outputs.
    struct Stream {
        let source: ConsoleLine.Source
        /// Nil once it has ended.
        var reader: OwnedDescriptor?
        var lines = LineAssembler(limit: Console.lineLimit)
    }

    /// Starts a node.
    ///
    /// - Throws: when it cannot be started.
    init(
        _ node: PlannedNode,
        environment: [String: String?],
        lifeline: CInt,
        guardian: CInt?
    ) throws(SystemError) {
        let output = try OwnedDescriptor.pipe()
        let error = try OwnedDescriptor.pipe()
        try output.reader.setNonBlocking()
        try error.reader.setNonBlocking()
        name = node.name
        child = try ChildProcess(
            path: Paths.absolute(node.program),
            arguments: node.arguments,
            environment: environment,
            inheritsEnvironment: true,
            output: output.writer.number,
            error: error.writer.number,
            directory: node.workingDirectory,
            lifeline: lifeline,
            guardian: guardian
        )
        streams = [
            Stream(source: .output, reader: output.reader), Stream(source: .error, reader: error.reader),
        ]
    }

    /// The descriptors that are readable when it has written something.
    var descriptors: [CInt] { streams.compactMap { $0.reader?.number } }

    /// Reads once what is there.
    func read(_ descriptor: CInt) -> [ConsoleLine] {
        guard let index = streams.firstIndex(where: { $0.reader?.number == descriptor }) else { return [] }
        return read(index).lines
    }

    /// Reads everything that is there, and closes both outputs.
    func readToEnd() -> [ConsoleLine] {
        var lines = readAll()
        for index in streams.indices { lines += close(index) }
        return lines
    }

    /// Reads everything that is there; a writer that never rests is left after a megabyte.
    func readAll() -> [ConsoleLine] {
        var lines: [ConsoleLine] = []
        for index in streams.indices {
            for _ in 0..<32 {
                let (more, isEmpty) = read(index)
                lines += more
                if isEmpty { break }
            }
        }
        return lines
    }

    /// The last lines of its standard error since it started; those of its output, where it has written no other.
    var lastLines: [[UInt8]] { lastErrors.isEmpty ? lastOutput : lastErrors }

    private func read(_ index: Int) -> (lines: [ConsoleLine], isEmpty: Bool) {
        do throws(SystemError) {
            guard let bytes = try streams[index].reader?.read(atMost: 32_768) else { return ([], true) }
            if bytes.isEmpty { return (close(index), true) }
            return (take(streams[index].lines.append(bytes[...]), streams[index].source), false)
        } catch {
            return (close(index), true)
        }
    }

    private func close(_ index: Int) -> [ConsoleLine] {
        streams[index].reader = nil
        guard let line = streams[index].lines.finish() else { return [] }
        return take([line], streams[index].source)
    }

    private func take(_ lines: [[UInt8]], _ source: ConsoleLine.Source) -> [ConsoleLine] {
        if source == .error {
            lastErrors = Array((lastErrors + lines.suffix(5)).suffix(5))
        } else {
            lastOutput = Array((lastOutput + lines.suffix(5)).suffix(5))
        }
        return lines.map { ConsoleLine(node: name, source: source, text: $0) }
    }
}
