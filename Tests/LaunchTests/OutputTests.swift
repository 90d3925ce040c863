internal import Glibc
@testable internal import Launch
internal import Testing

@Suite("Output of nodes", .timeLimit(.minutes(1)))
struct OutputTests {
    @Test("Lines come out whole however their bytes come in")
    func pieces() {
        let text = Array("one\ntwo\r\n\nthree".utf8)
        for size in 1...text.count {
            var lines = LineAssembler(limit: 100)
            var found: [[UInt8]] = []
            for start in stride(from: 0, to: text.count, by: size) {
                found += lines.append(text[start..<min(start + size, text.count)])
            }
            if let last = lines.finish() { found.append(last) }
            #expect(found.map { String(decoding: $0, as: UTF8.self) } == ["one", "two", "", "three"])
        }
    }

    @Test("A long line is cut between characters, and nothing of it is lost")
    func cut() {
        let text = String(repeating: "aö€😀", count: 50)
        for limit in 8...20 {
            var lines = LineAssembler(limit: limit)
            var found = lines.append(Array(text.utf8)[...])
            if let last = lines.finish() { found.append(last) }
            #expect(found.allSatisfy { $0.count <= limit && String(validating: $0, as: UTF8.self) != nil })
            #expect(String(decoding: found.flatMap { $0 }, as: UTF8.self) == text)
        }
    }

    @Test("Bytes that are no text are cut as well")
    func binary() {
        var lines = LineAssembler(limit: 4)
        var found = lines.append([UInt8](repeating: 0x80, count: 11)[...])
        if let last = lines.finish() { found.append(last) }
        #expect(found.flatMap { $0 }.count == 11)
        #expect(found.allSatisfy { $0.count <= 4 })
    }

    @Test("A short line takes no more room for a long one before it, nor for many")
    func room() {
        var lines = LineAssembler(limit: 4000)
        let long = [UInt8](repeating: 0x61, count: 3000) + [0x0A]
        let short = [UInt8](repeating: 0x0A, count: 1) + Array("y\n".utf8)
        var found = lines.append(long[...])
        for _ in 0..<10_000 { found = lines.append(short[...]) }
        #expect(found.map(\.count) == [0, 1])
        #expect(found.allSatisfy { $0.capacity < 64 })
    }

    @Test("Lines are prefixed, and plain where there is no terminal")
    func console() throws {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        var console = Console(nodes: ["a"], output: ends[1], error: ends[1])
        console.add(ConsoleLine(node: "a", source: .output, text: Array("x".utf8)))
        console.add(ConsoleLine(node: "a", source: .error, text: Array("y".utf8)))
        console.add(ConsoleLine(node: "a", source: .launcher, text: Array("a: ready".utf8)))
        while !console.isEmpty { console.writeNext() }
        close(ends[1])
        var buffer = [UInt8](repeating: 0, count: 100)
        let count = read(ends[0], &buffer, buffer.count)
        #expect(String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self) == "a | x\na | y\na: ready\n")
        #expect(console.waitingBytes == 0)
    }

    @Test("A stream that nobody reads any more is forgotten, the other goes on")
    func closed() throws {
        signal(SIGPIPE, SIG_IGN)
        var output: [CInt] = [0, 0], error: [CInt] = [0, 0]
        try #require(pipe(&output) == 0 && pipe(&error) == 0)
        close(output[0])
        defer { for end in [output[1], error[0], error[1]] { close(end) } }
        var console = Console(nodes: ["a"], output: output[1], error: error[1])
        for source in [ConsoleLine.Source.output, .error, .output] {
            console.add(ConsoleLine(node: "a", source: source, text: Array("x".utf8)))
        }
        for _ in 0..<3 { console.writeNext() }
        #expect(console.isEmpty)
        #expect(console.waitingBytes == 0)
        var buffer = [UInt8](repeating: 0, count: 100)
        #expect(read(error[0], &buffer, buffer.count) == 6)
    }
}
