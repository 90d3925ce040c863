internal import Foundation

/// A fresh folder of a test's own, removed with everything in it at the end.
///
/// Its path is short: that of a socket in it has 107 bytes at most.
public final class TemporaryFolder: Sendable {
    /// The folder's path.
    public let path: String

    /// Creates the folder.
    public init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "binnacle-\(UUID().uuidString)")
        path = folder.path
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("\(path) is left over: \(error)")
        }
    }

    /// The path of a file in the folder.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file in the folder and returns its path.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: file(name)))
        return file(name)
    }
}
