import Foundation

/// Python as an independent reader and writer of JSON.
enum Python {
    /// Whether `python3` is on the `PATH`.
    static let isThere = (try? run("print(1)")) == "1\n"

    /// Runs a script with some text as its standard input, and returns what it prints.
    static func run(_ script: String, _ input: String = "") throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "messages-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (inputFile, outputFile) = (
            folder.appendingPathComponent("in"), folder.appendingPathComponent("out")
        )
        try Data(input.utf8).write(to: inputFile)
        try Data().write(to: outputFile)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        process.standardInput = try FileHandle(forReadingFrom: inputFile)
        process.standardOutput = try FileHandle(forWritingTo: outputFile)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
    }
}
