internal import Glibc
internal import Platform

/// A folder with this project's sources, which plugins in Swift are built against.
struct SourceCheckout {
    /// The folder, from the root.
    let folder: String

    /// Takes the folder that was given, else the one that the running program was built in, for a plugin of an id.
    ///
    /// - Throws: that there is none, or that the plugin cannot have that id, and what to do.
    static func find(given: String?, for id: String) throws(CommandError) -> SourceCheckout {
        let checkout = try find(given: given)
        if checkout.folder.split(separator: "/").last?.lowercased() == id {
            throw CommandError(
                "the package manager knows packages by their folders' names, and would take the plugin '\(id)' and "
                    + "\(checkout.folder) for one; give the plugin another name, or rename that folder"
            )
        }
        return checkout
    }

    private static func find(given: String?) throws(CommandError) -> SourceCheckout {
        if let given {
            guard let folder = absolute(given), isCheckout(folder) else {
                throw CommandError("--source \(given): no checkout of Binnacle: it has no Sources/Binnacle")
            }
            return SourceCheckout(folder: folder)
        }
        var folder = (try? Environment.program) ?? ""
        while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
            folder = String(folder[..<slash])
            if isCheckout(folder) { return SourceCheckout(folder: folder) }
        }
        throw CommandError(
            "a plugin in Swift is built against Binnacle's sources, and this program does not know where they are; "
                + "give --source FOLDER, a checkout of Binnacle",
            code: .usage
        )
    }

    private static func isCheckout(_ folder: String) -> Bool {
        access("\(folder)/Package.swift", R_OK) == 0
            && access("\(folder)/Sources/Binnacle/Plugin.swift", R_OK) == 0
    }

    private static func absolute(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
