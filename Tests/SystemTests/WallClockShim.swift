import Glibc
import Platform
import Testing

/// A wall clock that a test can set, for the programs that are told so; the machine's is left alone.
struct WallClockShim {
    /// The compiler that makes it, or `nil`.
    static let compiler: String? = ["/usr/bin/gcc", "/usr/bin/cc"].first { access($0, X_OK) == 0 }

    private let library: String
    private let file: String

    /// Compiles it into a folder, where it is removed with all the rest.
    init(in scratch: Scratch) async throws {
        library = "\(scratch.path)/wallclock.so"
        file = try scratch.file("wallclock", String(repeating: "\0", count: 8))
        let compiler = try #require(Self.compiler)
        let source = "\(Source.root)/Tests/SystemTests/C/wallclock.c"
        let outcome = try await Program.run(
            compiler,
            ["-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"]
        )
        #expect(outcome.status == .code(0), "\(outcome.error)")
    }

    /// What a program is to be told.
    var environment: [String: String] { ["LD_PRELOAD": library, "WALL_CLOCK_OFFSET": file] }

    /// Sets how far it is ahead of the machine's, for all that have been told of it.
    func set(seconds: Int64) throws {
        let descriptor = OwnedDescriptor(try SystemFile.open(file, O_WRONLY))
        _ = try descriptor.write(withUnsafeBytes(of: seconds.littleEndian) { [UInt8]($0) })
    }
}
