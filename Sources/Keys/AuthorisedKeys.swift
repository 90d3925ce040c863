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
        /// Of the content, or of who may read it.
        var changed: Int64
        var nanoseconds: Int64
    }

    private let folder: KeyFolder
    private var files: [String: (mark: Mark, content: Result<AuthorisedKey, KeyError>)] = [:]
    /// The keys that were let in once and are no longer, by public key.
    public private(set) var withdrawals: [String: Withdrawal] = [:]
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
    /// A file that cannot be read lets nobody in, and neither does a folder that is open to others. While the process has no
    /// descriptor left, which strangers can bring about, all stays as it is.
    /// - Returns: what has changed.
    public mutating func refresh() -> Changes {
        var next = self
        let changes = next.look()
        guard DescriptorLimit.isRoomLeft else { return Changes() }
        self = next
        return changes
    }

    private mutating func look() -> Changes {
        var changes = Changes()
        let before = byPublicKey
        var names: [String] = []
        var folderFault: KeyError?
        do {
            try folder.checkPlace()
            names = Directory.names(in: folder.authorised)
        } catch {
            changes.faults.append("\(error)")
            folderFault = error
        }
        var found: [String: (mark: Mark, content: Result<AuthorisedKey, KeyError>)] = [:]
        for file in names where file.hasSuffix(".json") {
            let path = "\(folder.authorised)/\(file)"
            guard let mark = Self.mark(of: path) else { continue }
            if let known = files[file], known.mark == mark {
                found[file] = known
                continue
            }
            let content = Self.read(path, name: String(file.dropLast(5)))
            found[file] = (mark, content)
            if case .failure(let error) = content {
                changes.faults.append("\(error); nobody is let in by it")
            }
        }
        files = found
        let entries = Dictionary(grouping: found.values.compactMap { try? $0.content.get() }, by: \.publicKey)
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
            if now == nil { withdrawals[key] = Withdrawal(name: entry.name, reason: .removed) }
        }
        explainWithdrawals(folderFault)
        return changes
    }

    /// Says of the keys that are not let in any more why that is now.
    private mutating func explainWithdrawals(_ folderFault: KeyError?) {
        for (key, withdrawal) in withdrawals {
            if byPublicKey[key] != nil {
                withdrawals[key] = nil
            } else if let folderFault {
                withdrawals[key]?.reason = .unreadable("\(folderFault)")
            } else {
                withdrawals[key]?.reason =
                    switch files["\(withdrawal.name).json"]?.content {
                    case nil: .removed
                    case .failure(let why)?: .unreadable("\(why)")
                    case .success(let other)?: other.publicKey == key ? .doubled : .replaced
                    }
            }
        }
    }

    private static func read(_ path: String, name: String) -> Result<AuthorisedKey, KeyError> {
        do throws(KeyError) {
            let bytes = try PrivateFile.read(path)
            do {
                return .success(try AuthorisedKey(name: name, bytes))
            } catch {
                throw KeyError("\(path): \(error)")
            }
        } catch {
            return .failure(error)
        }
    }

    private static func mark(of path: String) -> Mark? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Mark(
            inode: UInt64(status.st_ino),
            size: Int64(status.st_size),
            changed: Int64(status.st_ctim.tv_sec),
            nanoseconds: Int64(status.st_ctim.tv_nsec)
        )
    }
}
