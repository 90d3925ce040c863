internal import Foundation

/// Recordings of real devices and published values, which are not part of the repository.
public enum ReferenceData {
    /// Their folder: `BINNACLE_TEST_DATA`, else `../shared/data` beside the package.
    public static let folder: String = {
        if let path = ProcessInfo.processInfo.environment["BINNACLE_TEST_DATA"], !path.isEmpty { return path }
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return package.deletingLastPathComponent().appending(path: "shared/data").path
    }()

    /// Why a test that needs them is skipped.
    public static let missing = "no reference data: set BINNACLE_TEST_DATA to its folder"

    /// The path of a file or folder among them.
    public static func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Whether a file or folder is there.
    public static func has(_ name: String) -> Bool { FileManager.default.isReadableFile(atPath: path(name)) }

    /// The content of a file.
    public static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path(name))))
    }

    /// The lines of a text, without empty ones.
    public static func lines(_ name: String) throws -> [Substring] {
        try String(contentsOfFile: path(name), encoding: .utf8).split(whereSeparator: \.isNewline)
    }

    /// The words of each line of a table that is not a comment.
    public static func rows(_ name: String) throws -> [[Substring]] {
        try lines(name).filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }.filter { !$0.isEmpty }
    }

    /// The names in a folder with an ending, which is taken off, sorted; none where the folder is not there.
    public static func names(in folder: String, endingIn suffix: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []
        return names.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
    }
}
