import Foundation

/// Published reference values, which are not part of the repository.
enum ReferenceData {
    /// `BINNACLE_TEST_DATA`, else `../shared/data` beside the package.
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["BINNACLE_TEST_DATA"], !path.isEmpty {
            return URL(filePath: path, directoryHint: .isDirectory)
        }
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return package.deletingLastPathComponent().appending(path: "shared/data")
    }()

    static func isThere(_ path: String) -> Bool {
        FileManager.default.isReadableFile(atPath: folder.appending(path: path).path())
    }

    /// The words of each line that is not a comment.
    static func rows(_ path: String) throws -> [[Substring]] {
        let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        return text.split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: " ") }
            .filter { !$0.isEmpty }
    }

    /// Half a unit of the last digit that is printed, for example 0.005 of `-99.77`.
    static func halfUnit(of text: Substring) -> Double {
        let decimals = text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
        return 0.5 * pow(10, -Double(decimals))
    }
}
