internal import Glibc
internal import Platform

/// Paths as texts, and the few questions that are asked about files.
enum Paths {
    /// The folder of a file: `.` where the path names none.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last part of a path.
    static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// A path as seen from a folder; absolute ones stay.
    static func join(_ folder: String, _ path: String) -> String {
        if path.hasPrefix("/") { return path }
        var rest = Substring(path)
        while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
        return folder.hasSuffix("/") ? folder + rest : "\(folder)/\(rest)"
    }

    /// The path from the root, as seen from the working directory.
    static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        let here = workingDirectory
        return path == "." ? here : join(here, path)
    }

    /// The path with all links resolved; the absolute one where there is no such file.
    static func canonical(_ path: String) -> String {
        guard let buffer = realpath(path, nil) else { return absolute(path) }
        defer { free(buffer) }
        return String(cString: buffer)
    }

    /// Whether a file can be written in a folder.
    static func isWritable(_ folder: String) -> Bool { access(folder, W_OK) == 0 }

    static var workingDirectory: String {
        guard let buffer = getcwd(nil, 0) else { return "/" }
        defer { free(buffer) }
        return String(cString: buffer)
    }

    /// A parameter's or argument's text as a path seen from a folder, in absolute form.
    ///
    /// The path may stand behind `file:`, `csv:`, `nmea:` or `pipe:`; what has another scheme is left as it is, and so is
    /// a bare word that is no file there: `city-walk` may mean something else.
    static func resolve(_ text: String, from folder: String) -> String {
        for scheme in ["file:", "csv:", "nmea:", "pipe:"]
        where text.hasPrefix(scheme) && !text.hasPrefix(scheme + "//") {
            let path = String(text.dropFirst(scheme.count))
            return path.isEmpty || path == "-" ? text : scheme + absolute(join(folder, path))
        }
        if text.isEmpty || text == "-" || hasScheme(text) { return text }
        if text == "~" || text.hasPrefix("~/") { return expandHome(text) }
        let path = absolute(join(folder, text))
        let isBareWord = !text.contains("/") && !text.contains(".")
        return isBareWord && !exists(path) ? text : path
    }

    /// The file that a text names, as ``resolve(_:from:)`` leaves it; nil where it names something else.
    ///
    /// Options behind it, as in `/dev/ttyS0?baud=4800`, are no part of its name.
    static func file(namedBy text: String) -> String? {
        for scheme in ["file:", "csv:", "nmea:", "pipe:"] where text.hasPrefix(scheme) {
            let path = String(text.dropFirst(scheme.count))
            return path.isEmpty || path == "-" ? nil : path
        }
        let isWord = !text.contains("/") && !text.contains(".")
        if isWord || text.isEmpty || hasScheme(text) { return nil }
        guard let mark = text.lastIndex(of: "?"), text[mark...].contains("="), !exists(text) else {
            return text
        }
        return String(text[..<mark])
    }

    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        let scheme = text[..<colon]
        return scheme.count > 1
            && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    private static func expandHome(_ text: String) -> String {
        guard let home = Environment["HOME"] else { return text }
        return home + text.dropFirst()
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Why a file cannot be read, in the system's words; nil where it can.
    static func reasonUnreadable(_ path: String) -> String? {
        reasonDenied(path, R_OK) ?? (isFolder(path) ? words(EISDIR) : nil)
    }

    /// Why nothing can be read from a pipe; nil where it can, or where it may still be made.
    static func reasonNoPipe(_ path: String) -> String? {
        guard let mode = mode(path) else { return nil }
        return mode & S_IFMT == S_IFIFO ? reasonDenied(path, R_OK) : "it is no pipe"
    }

    /// Why a file cannot be written, or made, in the system's words; nil where it can.
    static func reasonUnwritable(_ path: String) -> String? {
        if exists(path) { return reasonDenied(path, W_OK) ?? (isFolder(path) ? words(EISDIR) : nil) }
        let folder = folder(of: path)
        if exists(folder), !isFolder(folder) { return words(ENOTDIR) }
        return reasonDenied(folder, W_OK | X_OK)
    }

    private static func reasonDenied(_ path: String, _ mode: CInt) -> String? {
        access(path, mode) == 0 ? nil : words(errno)
    }

    private static func words(_ code: CInt) -> String { String(cString: strerror(code)) }

    /// Whether there is a name for a file, be it of a link that leads nowhere, or round in a ring.
    static func isNamed(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 || errno == ELOOP
    }

    static func isFolder(_ path: String) -> Bool { (mode(path) ?? 0) & S_IFMT == S_IFDIR }

    /// Whether there is something at a path that is no regular file: a folder, a pipe, a device.
    static func isOtherThanFile(_ path: String) -> Bool {
        mode(path).map { $0 & S_IFMT != S_IFREG } ?? false
    }

    /// Whether a path names a file that may be run.
    static func isProgram(_ path: String) -> Bool {
        (mode(path) ?? 0) & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    private static func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }

    /// The names in a folder, sorted; none where it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The folder of the running program.
    static var programFolder: String { (try? Environment.program).map(folder) ?? "." }
}
