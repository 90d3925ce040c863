import Glibc
import Platform
import TestSupport
import Testing

@Suite("Threads, bells and clocks", .timeLimit(.minutes(1)))
struct PlatformTests {
    @Test("many threads change one value under a lock and none of their changes is lost")
    func lock() throws {
        let value = Lock(0)
        let bells = try (0..<4).map { _ in try Wakeup() }
        for bell in bells {
            try Thread.start(named: "adder") {
                for _ in 0..<10_000 { value.withLock { $0 += 1 } }
                bell.ring()
            }
        }
        for bell in bells { bell.wait() }
        #expect(value.withLock { $0 } == 40_000)
    }

    @Test("a bell that was rung twice is silent after one answer")
    func bell() throws {
        let bell = try Wakeup()
        bell.ring()
        bell.ring()
        bell.wait()
        bell.answer()
        var item = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&item, 1, 0) == 0)
    }

    @Test("the monotonic clock goes forward")
    func clock() {
        let first = MonotonicClock.nanoseconds
        #expect(MonotonicClock.nanoseconds >= first)
    }

    @Test("a table of bytes numbers its keys in the order of their coming, however many there are")
    func byteTable() {
        var table = ByteTable()
        let keys = (0..<5000).map { Array("kind/source-\($0)/and/something/longer".utf8) }
        for (number, key) in keys.enumerated() {
            #expect(key.withUnsafeBytes { table.insert($0) } == number)
        }
        for (number, key) in keys.enumerated() {
            #expect(key.withUnsafeBytes { table.number(of: $0) } == number)
            #expect(key.dropLast().withUnsafeBytes { table.number(of: $0) } == nil)
        }
        #expect([UInt8]().withUnsafeBytes { table.number(of: $0) } == nil)
        #expect([UInt8]().withUnsafeBytes { table.insert($0) } == 5000)
        #expect([UInt8]().withUnsafeBytes { table.number(of: $0) } == 5000)
    }

    @Test("folders are made with those above them")
    func directories() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.path
        #expect(try Directory.create("\(folder)/a/b/c", mode: 0o700))
        #expect(try !Directory.create("\(folder)/a/b/c", mode: 0o700))
        #expect(throws: SystemError.self) { try Directory.create("/proc/none/here", mode: 0o700) }
        for path in ["a/b/c", "a/b", "a"] { #expect(rmdir("\(folder)/\(path)") == 0) }
    }

    @Test("resident memory is known")
    func memory() throws {
        let memory = try #require(ProcessMemory.resident)
        #expect(memory > 1 << 20)
    }
}
