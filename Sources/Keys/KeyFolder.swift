internal import Glibc
internal import Messages
internal import Platform
public import ZeroMQ

/// The folder of a bus's keys: its own pair, and a file for each key that it lets in.
public struct KeyFolder: Hashable, Sendable {
    /// The folder's path.
    public let path: String

    /// Names a folder, which need not be there yet.
    public init(path: String) {
        self.path = path
    }

    /// The folder of this user: `BINNACLE_KEYS`, else `binnacle/keys` in `XDG_CONFIG_HOME` or `~/.config`.
    ///
    /// - Throws: that none of the variables is set.
    public static func fromEnvironment() throws(KeyError) -> KeyFolder {
        try fromEnvironment { Environment[$0] }
    }

    /// The folder of the user in whose environment variables have these values.
    package static func fromEnvironment(_ variable: (String) -> String?) throws(KeyError) -> KeyFolder {
        if let path = variable("BINNACLE_KEYS"), !path.isEmpty { return KeyFolder(path: path) }
        if let folder = variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
            return KeyFolder(path: "\(folder)/binnacle/keys")
        }
        guard let home = variable("HOME"), home.hasPrefix("/") else {
            throw KeyError("there is no home folder to keep keys in; set BINNACLE_KEYS to a folder")
        }
        return KeyFolder(path: "\(home)/.config/binnacle/keys")
    }

    /// Where the keys are that are let in.
    var authorised: String { "\(path)/authorised" }
    private var busFile: String { "\(path)/bus.key" }

    /// Reads the bus's own pair.
    ///
    /// - Throws: that there is none, or what is wrong with the folder or the file, and what to do.
    public func busPair() throws(KeyError) -> CurvePair {
        guard access(path, F_OK) == 0, access(busFile, F_OK) == 0 else {
            throw KeyError("there are no keys in \(path); make the first one with: binnacle keys new NAME")
        }
        try PrivateFile.checkFolder(path)
        let bytes = try PrivateFile.read(busFile)
        guard let value = try? JSONValue.parse(bytes), case .string(let text)? = value["secret"],
            let secret = CurveKey(z85: text), let pair = CurvePair(secretKey: secret)
        else {
            throw KeyError(
                "\(busFile) holds no secret key; take it back from a copy, or remove it and make new keys"
            )
        }
        return pair
    }

    /// Makes a key for a client, and lets it in; the bus's own pair first where there is none.
    ///
    /// - Parameters:
    ///   - name: whose it is.
    ///   - permissions: what it may do.
    /// - Returns: the client's file.
    /// - Throws: what is wrong with the name or the folder, and what to do.
    public func authorise(_ name: String, _ permissions: Permissions) throws(KeyError) -> String {
        try Self.check(name)
        try prepare()
        let bus = try busPair()
        let file = "\(path)/\(name).key"
        for taken in [file, entry(name)] where access(taken, F_OK) == 0 {
            throw KeyError(
                "there is a key '\(name)' already (\(taken)); choose another name, or revoke it first"
            )
        }
        let pair: CurvePair
        do { pair = try CurvePair.random() } catch { throw KeyError("\(error)") }
        try PrivateFile.create(file, ClientKey.object(name: name, pair: pair, bus: bus.publicKey))
        let key = AuthorisedKey(name: name, publicKey: pair.publicKey.description, permissions: permissions)
        try PrivateFile.create(entry(name), key.object)
        return file
    }

    /// Lets a key in no longer, and removes the client's file where it still is here.
    ///
    /// - Throws: that there is no such key, or why its file cannot be removed.
    public func revoke(_ name: String) throws(KeyError) {
        try Self.check(name)
        try checkPlace()
        guard unlink(entry(name)) == 0 else {
            guard errno == ENOENT else {
                throw KeyError("cannot remove \(SystemError(call: entry(name), code: errno))")
            }
            let names = Directory.names(in: authorised).filter { $0.hasSuffix(".json") }.map {
                $0.dropLast(5)
            }
            let known = names.isEmpty ? "there are none" : "there are \(names.joined(separator: ", "))"
            throw KeyError("there is no key '\(name)' in \(authorised); \(known)")
        }
        unlink("\(path)/\(name).key")
    }

    /// The keys that are let in, sorted by name, and what is wrong with files that cannot be read.
    ///
    /// - Throws: what is wrong with the folder.
    public func list() throws(KeyError) -> (keys: [AuthorisedKey], faults: [String]) {
        guard access(path, F_OK) == 0 else { return ([], []) }
        try checkPlace()
        var live = AuthorisedKeys(self)
        let faults = live.refresh().faults
        return (live.all, faults)
    }

    /// Checks that the folders are closed to others.
    func checkPlace() throws(KeyError) {
        for folder in [path, authorised] { try PrivateFile.checkFolder(folder) }
    }

    private func entry(_ name: String) -> String { "\(authorised)/\(name).json" }

    private func prepare() throws(KeyError) {
        do {
            try Directory.create(path, mode: 0o700)
            try Directory.create(authorised, mode: 0o700)
        } catch {
            throw KeyError("cannot \(error); BINNACLE_KEYS names another folder")
        }
        try checkPlace()
        if access(busFile, F_OK) == 0 { return }
        let pair: CurvePair
        do { pair = try CurvePair.random() } catch { throw KeyError("\(error)") }
        try PrivateFile.create(
            busFile,
            [
                "public": .string(pair.publicKey.description), "secret": .string(pair.secretKey.description),
            ]
        )
    }

    private static func check(_ name: String) throws(KeyError) {
        do {
            try NodeName.check(name)
        } catch {
            throw KeyError(
                "'\(name.prefix(NodeName.longest))' cannot be the name of a key: 1 to \(NodeName.longest) of a-z, "
                    + "0-9, _ and -, and not 'bus'"
            )
        }
    }
}
