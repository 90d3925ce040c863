import Foundation
import TestSupport

/// Python as an independent reader and writer of JSON.
enum Python {
    /// Whether `python3` is on the `PATH`.
    static let isThere = (try? run("print(1)")) == "1\n"

    /// Runs a script with some text as its standard input, and returns what it prints.
    static func run(_ script: String, _ input: String = "") throws -> String {
        let folder = try TemporaryFolder()
        let inputFile = try folder.write(Array(input.utf8), to: "in")
        let outputFile = try folder.write([], to: "out")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: inputFile))
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: outputFile))
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return String(decoding: try Data(contentsOf: URL(filePath: outputFile)), as: UTF8.self)
    }
}
