internal import Platform

/// Where a node keeps its pins when it is not told.
enum StorePath {
    /// The file of a node by the XDG base directory specification: `$XDG_STATE_HOME`, else `~/.local/state`.
    ///
    /// - Parameters:
    ///   - node: the node's name.
    ///   - environment: reads a variable of the environment.
    /// - Returns: an absolute path.
    /// - Throws: when neither variable says where.
    static func standard(
        for node: String,
        environment: (String) -> String? = { Environment[$0] }
    ) throws(PinError) -> String {
        // A relative path in it is invalid and to be passed over, says the specification.
        if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
            return "\(state)/binnacle/\(node).sqlite"
        }
        guard let home = environment("HOME"), home.hasPrefix("/") else {
            let message = "neither XDG_STATE_HOME nor HOME says where to keep pins: give the parameter store"
            throw PinError(.storeFailed, message)
        }
        return "\(home)/.local/state/binnacle/\(node).sqlite"
    }

    /// Makes the folders above a file that are not there, for their owner alone.
    ///
    /// - Throws: which folder cannot be made.
    static func makeFolders(above file: String) throws(PinError) {
        guard let slash = file.lastIndex(of: "/"), slash != file.startIndex else { return }
        do {
            try Directory.create(String(file[..<slash]), mode: 0o700)
        } catch {
            throw PinError(.storeFailed, "cannot \(error)")
        }
    }
}
