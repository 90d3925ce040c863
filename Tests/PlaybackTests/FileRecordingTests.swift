import Glibc
import Platform
import Recordings
import TestSupport
import Testing

@testable import Playback

@Suite("Recordings in files and pipes", .timeLimit(.minutes(1)))
struct FileRecordingTests {
    private func reader(_ path: String) throws -> RecordingReader {
        try RecordingReader { try FileRecording(path, now: { 7 }, interruption: $0) }
    }

    @Test("A file is read to its end, tells its progress, and can be read again")
    func file() async throws {
        let folder = try TemporaryFolder()
        let rows = (0..<5000).map { "\($0),1,2,3,x\n" }.joined()
        let path = try folder.write(
            Array("time,magneticX,magneticY,magneticZ,other\n\(rows)".utf8),
            to: "a.csv"
        )
        let reader = try reader(path)
        #expect(try await reader.check() == [.field])
        for _ in 0..<2 {
            var (times, progress): ([Double], [Double]) = ([], [])
            while let batch = try await reader.nextBatch() {
                times += batch.messages.map(\.time)
                progress.append(try #require(batch.progress))
                #expect(batch.remarks == ["passes over the columns other"])
                #expect(!batch.isLive)
            }
            #expect(times == (0..<5000).map(Double.init))
            #expect(progress == progress.sorted() && progress.last == 1)
            await reader.rewind()
        }
    }

    @Test("A damaged file is refused as a whole, wherever the damage is")
    func damaged() async throws {
        let folder = try TemporaryFolder()
        let rows = (0..<50_000).map { $0 == 40_000 ? "short\n" : "\($0),1,2,3\n" }.joined()
        let path = try folder.write(Array("time,magneticX,magneticY,magneticZ\n\(rows)".utf8), to: "a.csv")
        let reader = try reader(path)
        let error = await #expect(throws: RecordingError.self) { try await reader.check() }
        #expect(error?.description == "line 40002: has 1 of 4 columns")
    }

    @Test("A row comes out of a pipe as soon as it goes in")
    func pipe() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        let reader = try reader(path)
        async let first = reader.nextBatch()
        var writer: OwnedDescriptor? = try await NamedPipe.openForWriting(path)
        try writer?.write(Array("magneticX,magneticY,magneticZ\n1,2,3\n".utf8))
        var count = try #require(try await first).messages.count
        while count < 1, let batch = try await reader.nextBatch() { count += batch.messages.count }
        #expect(count == 1)
        try writer?.write(Array("4,5,6\n".utf8))
        let batch = try #require(try await reader.nextBatch())
        #expect(batch.messages.map(\.time) == [7])
        #expect(batch.isLive)
        writer = nil
        #expect(try await reader.nextBatch()?.messages.isEmpty != false)
    }

    @Test("Who waits for a pipe can be told to stop")
    func interrupted() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        let reader = try reader(path)
        let task = Task { try await reader.nextBatch() }
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
    }

    @Test("What cannot be opened or read says why")
    func unreadable() async throws {
        let missing = try reader("/nonexistent/a.csv")
        let error = await #expect(throws: SystemError.self) { try await missing.nextBatch() }
        #expect(error?.description == "open /nonexistent/a.csv: No such file or directory")
        let folder = try reader("/tmp")
        let second = await #expect(throws: SystemError.self) { try await folder.nextBatch() }
        #expect(second?.description == "read /tmp: Is a directory")
    }
}
