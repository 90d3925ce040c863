internal import FuzzTargets
internal import Glibc

// libFuzzer has its own `main`, and calls the two functions below on one thread.
nonisolated(unsafe) private var session: FuzzSession?

/// Chooses the target that `BINNACLE_FUZZ_TARGET` names.
@c(LLVMFuzzerInitialize)
public func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> CInt {
    let name = getenv("BINNACLE_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        let known = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
        end("BINNACLE_FUZZ_TARGET is '\(name)', not one of: \(known)")
    }
    do {
        session = try FuzzSession(target)
    } catch {
        end("\(error)")
    }
    return 0
}

/// Runs one input; a broken property ends the process, which libFuzzer takes for a crash.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try session?.run(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        end("\(error)")
    }
    return 0
}

private func end(_ reason: String) -> Never {
    let line = Array("\(reason)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    abort()
}
