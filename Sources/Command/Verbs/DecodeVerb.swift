internal import Glibc
internal import Messages
internal import NMEA
internal import Platform
internal import Receivers
internal import Text

/// `binnacle decode`: what a receiver's recorded bytes say, without a bus.
enum DecodeVerb {
    private static let chunk = 262_144

    private static let file = Operand<String>(
        "file",
        "a receiver's bytes: NMEA 0183, UBX or both; - for standard input",
        completing: .files
    )
    private static let date = Option<Moment>(
        "date",
        "D",
        "the day of a recording that does not say it: 2026-11-30"
    )
    private static let source = Option<String>(
        "source",
        "NAME",
        "the source in the topics",
        default: "gps"
    )
    private static let counters = Flag("counters", "end with what was counted, damaged bytes among it")

    static let declaration = Verb(
        "decode",
        "Decode a receiver's recorded bytes to messages",
        discussion: """
            Prints a JSON object a line, {"topic": …, "message": …}: fixes, headings and
            views of the sky, as the plugin gps makes them. RTCM 3 and whatever is damaged
            is passed over and counted.

            The date is that of the sentences or frames, else that of a comment at the
            head, "# Date: 2026-11-30", else --date; without any there are no fixes.
            """,
        operands: [file],
        options: [date, source, counters, CommonOptions.onlyJSON],
        examples: [
            .init("binnacle decode walk.nmea", "every fix, heading and sky"),
            .init("binnacle decode drive.ubx --counters | tail -1", "how many frames were damaged"),
            .init("gzip -dc old.nmea.gz | binnacle decode - --date 2016-12-31", "a log without dates"),
        ],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let path = try arguments.required(file)
        let name = arguments[source] ?? "gps"
        do {
            _ = try Topic("\(Fix.kind)/\(name)")
        } catch {
            throw UsageError("--source: '\(name)' is no source: \(error.problem)")
        }
        let noon = arguments[date].map(Self.reference)
        let showsCounters = arguments[counters]
        // A disk or a pipe may be slow, and Swift's own threads are few.
        return try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<ExitCode, any Error>) in
            do {
                try Thread.start(named: "decode") {
                    continuation.resume(
                        with: Result {
                            var lines = DecodedLines(source: name, date: noon)
                            try decode(path, &lines)
                            if showsCounters { try Output.line(lines.countersLine) }
                            return try judge(lines, path)
                        }
                    )
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// The noon of a day, or the moment where more than a day was said.
    private static func reference(_ moment: Moment) -> Double {
        guard let day = CalendarDay(containing: moment.seconds), day.start == moment.seconds else {
            return moment.seconds
        }
        return day.noon
    }

    private static func decode(_ path: String, _ lines: inout DecodedLines) throws {
        let source = try explaining { () throws(SystemError) in try ByteSource(path) }
        var progress = DecodingProgress(size: source.size)
        defer { progress.end() }
        while true {
            let bytes = try explaining { () throws(SystemError) in try source.read(upTo: chunk) }
            if bytes.isEmpty { break }
            lines.take(bytes.span)
            progress.add(bytes.count)
            try Output.write(lines.drain(), to: STDOUT_FILENO)
        }
        lines.finish()
        try Output.write(lines.drain(), to: STDOUT_FILENO)
    }

    private static func explaining<Result>(
        _ body: () throws(SystemError) -> Result
    ) throws(CommandError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw CommandError("\(error); name a file of a receiver's bytes, or - for standard input")
        }
    }

    /// Says what kept messages from coming.
    ///
    /// - Throws: that nothing could be read at all.
    private static func judge(_ lines: DecodedLines, _ path: String) throws(CommandError) -> ExitCode {
        let counters = lines.counters
        let name = path == "-" ? "standard input" : path
        guard !counters.isEmpty else {
            throw CommandError(
                "\(name) has neither NMEA sentences nor UBX frames; decode what a receiver sent, as it came"
            )
        }
        if counters.nmea.undated > 0 {
            Output.say(
                "binnacle decode: \(counters.nmea.undated.counted("epoch")) of \(name) came before any date; "
                    + "say the day with --date 2026-11-30"
            )
        }
        if counters.nmea.otherDatum > 0 {
            Output.say(
                "binnacle decode: \(counters.nmea.otherDatum.counted("fix", "fixes")) of \(name) are left out: "
                    + "they are in another datum than WGS 84"
            )
        }
        return .success
    }
}
