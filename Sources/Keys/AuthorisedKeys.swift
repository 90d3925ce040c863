internal import Glibc
internal import Messages
internal import Platform

/// The keys that a bus lets in, as the files in its folder say at the moment.
public struct AuthorisedKeys: Sendable {
    /// What has changed since the folder was looked at before.
    public struct Changes: Sendable {
        /// The public keys that may no longer be there, or may no longer read.
        public var withdrawn: [String] = []
        /// What is wrong with files that cannot be read, or with the folder.
        public var faults: [String] = []
    }

    /// By what it is seen that a file has changed.
    private struct Mark: Hashable {
        var inode: UInt64
        var size: Int64
        var changed: Int64
        var nanoseconds: Int64
    }

    private let folder: KeyFolder
    private var files: [String: (mark: Mark, key: AuthorisedKey?)] = [:]
    private var byPublicKey: [String: AuthorisedKey] = [:]
    /// The names of those files that hold one and the same key.
    private var doubled: Set<[String]> = []

    /// Creates a view of a folder that has not been looked at yet: it lets nobody in.
    public init(_ folder: KeyFolder) {
        self.folder = folder
    }

    /// The entry of a public key, written as Z85; `nil` where it is not let in.
    public subscript(publicKey: String) -> AuthorisedKey? { byPublicKey[publicKey] }

    /// All entries, sorted by name.
    public var all: [AuthorisedKey] { byPublicKey.values.sorted { $0.name < $1.name } }

    /// Looks at the folder again, and reads what has changed.
    ///
    /// A file that cannot be read lets nobody in, and neither does a folder that is open to others.
    /// - Returns: what has changed.
    public mutating func refresh() -> Changes {
        var changes = Changes()
        let before = byPublicKey
        var names: [String] = []
        do {
            try folder.checkPlace()
            names = Directory.names(in: folder.authorised)
        } catch {
            changes.faults.append("\(error)")
        }
        var found: [String: (mark: Mark, key: AuthorisedKey?)] = [:]
        for file in names where file.hasSuffix(".json") {
            let path = "\(folder.authorised)/\(file)"
            guard let mark = Self.mark(of: path) else { continue }
            if let known = files[file], known.mark == mark {
                found[file] = known
                continue
            }
            do {
                found[file] = (mark, try Self.read(path, name: String(file.dropLast(5))))
            } catch {
                found[file] = (mark, nil)
                changes.faults.append("\(error)")
            }
        }
        files = found
        let entries = Dictionary(grouping: found.values.compactMap { $0.key }, by: \.publicKey)
        byPublicKey = entries.compactMapValues { $0.count == 1 ? $0.first : nil }
        // Whoever revokes one of two would believe the key to be out.
        let doubled = entries.values.filter { $0.count > 1 }.map { $0.map(\.name).sorted() }
        for names in doubled where !self.doubled.contains(names) {
            let both = names.map { "'\($0)'" }.joined(separator: " and ")
            changes.faults.append(
                "\(both) are one and the same key: nobody is let in by it; remove all but one"
            )
        }
        self.doubled = Set(doubled)
        for (key, entry) in before {
            let now = byPublicKey[key]
            if now == nil || entry.permissions.read && now?.permissions.read == false {
                changes.withdrawn.append(key)
            }
        }
        return changes
    }

    private static func read(_ path: String, name: String) throws(KeyError) -> AuthorisedKey {
        let bytes = try PrivateFile.read(path)
        do {
            return try AuthorisedKey(name: name, bytes)
        } catch {
            throw KeyError("\(path): \(error); nobody is let in by it")
        }
    }

    private static func mark(of path: String) -> Mark? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Mark(
            inode: UInt64(status.st_ino),
            size: Int64(status.st_size),
            changed: Int64(status.st_mtim.tv_sec),
            nanoseconds: Int64(status.st_mtim.tv_nsec)
        )
    }
}
