internal import Platform

/// Where plugins and their programs are looked for.
public struct PluginSearchPath: Hashable, Sendable {
    /// The folders that hold a folder per plugin, the first one first.
    public let folders: [String]
    /// The folder of the `binnacle` program.
    public let programFolder: String
    /// The folders of `PATH`.
    public let executableFolders: [String]

    /// Creates a search path.
    public init(folders: [String], programFolder: String, executableFolders: [String] = []) {
        self.folders = folders
        self.programFolder = programFolder
        self.executableFolders = executableFolders
    }

    /// `BINNACLE_PLUGIN_PATH`, `./Plugins`, the user's own, those beside the program and the system's plugins.
    ///
    /// The `binnacle` program's folder is that of the running program, unless another is given.
    public static func fromEnvironment(programFolder: String? = nil) -> PluginSearchPath {
        let program = programFolder ?? Paths.programFolder
        var folders = variable("BINNACLE_PLUGIN_PATH").split(separator: ":").map(String.init)
        folders.append("./Plugins")
        let home = variable("HOME")
        if !home.isEmpty { folders.append("\(home)/.local/share/binnacle/plugins") }
        folders.append("\(Paths.folder(of: program))/lib/binnacle/plugins")
        folders.append("/usr/lib/binnacle/plugins")
        let path = variable("PATH").split(separator: ":").map(String.init)
        return PluginSearchPath(folders: folders, programFolder: program, executableFolders: path)
    }

    /// The manifest's path of the first plugin with an id.
    public func file(of id: String) -> String? {
        guard Names.isValid(id) else { return nil }
        return folders.lazy.map { "\($0)/\(id)/\(Manifest.fileName)" }.first(where: Paths.isNamed)
    }

    /// Reads the manifest of the first plugin with an id.
    ///
    /// - Returns: nil when no folder has it; else the manifest, unless it is broken, and what is wrong with it.
    public func find(_ id: String) -> (manifest: Manifest?, findings: [Finding])? {
        file(of: id).map { load($0, of: id) }
    }

    private func load(_ file: String, of id: String) -> (manifest: Manifest?, findings: [Finding]) {
        let (manifest, findings) = Manifest.load(file)
        guard let manifest, manifest.id != id else { return (manifest, findings) }
        let location = SourceLocation(file: file)
        let finding = Finding(
            at: location,
            "the plugin in the folder '\(id)' has the id '\(manifest.id)'",
            advice: "give both one name"
        )
        return (nil, findings + [finding])
    }

    /// Every plugin there is, sorted by id; of two with one id the first in the search path.
    public func all() -> (manifests: [Manifest], findings: [Finding]) {
        var manifests: [Manifest] = []
        var findings: [Finding] = []
        for id in ids() {
            guard let found = find(id) else { continue }
            if let manifest = found.manifest { manifests.append(manifest) }
            findings += found.findings
        }
        return (manifests, findings)
    }

    /// Checks a plugin whole: its manifest, its folder's name, and whether what it runs is there.
    ///
    /// - Parameter folder: the plugin's folder.
    /// - Returns: everything that is wrong, in the order of the file; nothing keeps it from running where nothing is an
    ///   error.
    public func check(folder: String) -> [Finding] {
        let id = Paths.absolute(folder).split(separator: "/").last.map(String.init) ?? ""
        let (manifest, findings) = load(Paths.join(folder, Manifest.fileName), of: id)
        guard let manifest else {
            return findings.sorted {
                ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column)
            }
        }
        var resolver = PluginResolver(search: self, findings: Findings())
        resolver.check(manifest)
        return findings + resolver.findings.all
    }

    /// The ids of every plugin there is, sorted.
    public func ids() -> [String] {
        let names = folders.flatMap { folder in
            Paths.names(in: folder).filter { Paths.isNamed("\(folder)/\($0)/\(Manifest.fileName)") }
        }
        return Set(names).sorted()
    }

    /// Finds a program: with a slash relative to a folder, else in it, beside `binnacle`, or on the `PATH`.
    ///
    /// - Returns: its path, or the places that were looked at.
    func program(_ word: String, from folder: String) -> (path: String?, looked: [String]) {
        let candidates =
            word.contains("/")
            ? [Paths.join(folder, word)]
            : ([folder, programFolder] + executableFolders).map { Paths.join($0, word) }
        if let path = candidates.first(where: Paths.isProgram) { return (path, []) }
        return (nil, word.contains("/") ? candidates : [folder, programFolder, "the PATH"])
    }

    private static func variable(_ name: String) -> String { Environment[name] ?? "" }
}
