import Glibc
import Platform
import Testing

/// A language with examples, as the table in `examples/README.md` presents it.
struct ExampleLanguage: CustomTestStringConvertible {
    let name: String
    let folder: String
    /// Debian's packages that bring what is needed.
    let packages: [String]
    /// The command that builds both programs; empty where there is nothing to build.
    let build: String
    let subscribe: String
    let provide: String

    var testDescription: String { name }

    /// Whether its sockets can be files; otherwise the bus has to be at an address of the loopback.
    var hasFileSockets: Bool { name != "Java" }

    /// The languages of the table: name and folder, packages, build, listen, publish.
    static let all: [ExampleLanguage] = {
        let text = (try? Source.text(of: "\(Source.root)/examples/README.md")) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { cell in
                String(
                    cell.drop { $0 == " " || $0 == "`" }.reversed().drop { $0 == " " || $0 == "`" }.reversed()
                )
            }
            guard cells.count == 7, cells[1].hasPrefix("["),
                let name = cells[1].dropFirst().split(separator: "]").first,
                let folder = cells[1].split(separator: "(").last?.dropLast()
            else { return nil }
            return ExampleLanguage(
                name: String(name),
                folder: String(folder),
                packages: cells[2].split(separator: " ").map(String.init),
                build: cells[3],
                subscribe: cells[4],
                provide: cells[5]
            )
        }
    }()

    /// The packages of which something is missing on this machine.
    var missing: [String] { packages.filter { !ExampleLanguage.isThere($0) } }

    /// Copies the examples into a folder of the test's own and builds them there as the table says.
    func build(in scratch: Scratch) async throws {
        let copy =
            "cp -r '\(Source.root)/examples/\(folder)' '\(scratch.path)/' && cd '\(scratch.path)/\(folder)'"
        // What a developer has built in the tree is not what is tested.
        let clean = "rm -rf subscribe provide target Cargo.lock *.class"
        let all = [copy, clean, build].filter { !$0.isEmpty }.joined(separator: " && ")
        let outcome = try await Program.run("/bin/sh", ["-c", all])
        try #require(outcome.status == .code(0), "\(name): \(outcome.output)\(outcome.error)")
        #expect(!outcome.error.contains("warning"), "\(name): \(outcome.error)")
    }

    /// Starts one of its programs in the folder in which it was built.
    func start(_ command: String, in scratch: Scratch, environment: [String: String]) throws -> Program {
        var environment = environment
        if let python = Source.python, let path = Environment["PATH"] {
            environment["PATH"] = "\(python.dropLast("/python".count)):\(path)"
        }
        let line = "cd '\(scratch.path)/\(folder)' && exec \(command)"
        return try Program("/bin/sh", ["-c", line], environment: environment)
    }

    /// Whether what a package brings is there, however it came.
    private static func isThere(_ package: String) -> Bool {
        switch package {
        case "gcc", "g++", "make", "cargo": isOnPath(package)
        case "default-jdk-headless": isOnPath("javac") && isOnPath("java")
        case "python3-zmq": Source.python != nil
        case "libzmq3-dev": access("/usr/include/zmq.h", R_OK) == 0
        case "cppzmq-dev": access("/usr/include/zmq.hpp", R_OK) == 0
        case "libjeromq-java": access("/usr/share/java/jeromq.jar", R_OK) == 0
        case "librust-zmq-dev":
            Source.files(in: "/usr/share/cargo/registry").contains { $0.hasPrefix("zmq-0") }
        case "libzmq-ffi-perl": access("/usr/share/perl5/ZMQ/FFI.pm", R_OK) == 0
        case "php-cli": isOnPath("php")
        case "php-zmq":
            Source.files(in: "/usr/lib/php").contains { access("/usr/lib/php/\($0)/zmq.so", R_OK) == 0 }
        case "octave-zeromq":
            isOnPath("octave-cli")
                && Source.files(in: "/usr/share/octave/packages").contains { $0.hasPrefix("zeromq-") }
        default: false
        }
    }

    private static func isOnPath(_ program: String) -> Bool {
        (Environment["PATH"] ?? "").split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}
