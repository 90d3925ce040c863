internal import Glibc
internal import Keys
internal import Platform

/// Looks at who may read the keys of this user.
struct KeyFilesCheck: Sendable {
    /// The folder of keys; `nil` where there is no home folder.
    let folder: String?
    /// The key that this program would use, by `BINNACLE_KEY`.
    let key: String?

    /// Takes the places from the environment.
    init(environment: (String) -> String?) {
        folder = (try? KeyFolder.fromEnvironment(environment))?.path
        key = environment("BINNACLE_KEY").flatMap { $0.isEmpty ? nil : $0 }
    }

    var results: [CheckResult] {
        var results: [CheckResult] = []
        if let key { results.append(file(key, "BINNACLE_KEY")) }
        guard let folder, access(folder, F_OK) == 0 else {
            if results.isEmpty {
                results.append(.pass("keys", "there are none, and on one machine none are needed"))
            }
            return results
        }
        let open = ([folder] + files(in: folder)).compactMap { path in mode(of: path).map { (path, $0) } }
            .filter { $0.1 & 0o077 != 0 }
        if let (path, mode) = open.first {
            results.append(
                .fail(
                    "keys",
                    "\(path) is open to others (mode \(String(mode, radix: 8)))",
                    "run: chmod -R go= \(folder)"
                )
            )
        } else {
            results.append(.pass("keys", "\(folder) is yours alone"))
        }
        return results
    }

    private func file(_ path: String, _ name: String) -> CheckResult {
        guard access(path, R_OK) == 0, let mode = mode(of: path) else {
            return .fail(
                "key",
                "\(name): \(path) cannot be read",
                "set it to the file of the key, or unset it"
            )
        }
        guard mode & 0o077 == 0 else {
            return .fail(
                "key",
                "\(path) is open to others (mode \(String(mode, radix: 8)))",
                "run: chmod 600 \(path)"
            )
        }
        return .pass("key", path)
    }

    private func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// The secret keys in the folder, which end in `.key`.
    private func files(in folder: String) -> [String] {
        Directory.names(in: folder).filter { $0.hasSuffix(".key") }.map { "\(folder)/\($0)" }
    }
}
