/// A language for which there is a template of a plugin.
enum PluginLanguage: String, ArgumentValue, CaseIterable {
    case swift
    case python
    case c
    case cpp

    static var completion: Completion { .words(allCases.map(\.rawValue)) }

    var argument: String { rawValue }

    /// Its name as one writes it.
    var title: String {
        switch self {
        case .swift: "Swift"
        case .python: "Python"
        case .c: "C"
        case .cpp: "C++"
        }
    }

    /// What has to be installed: Debian's packages, but for Swift.
    var needs: String {
        switch self {
        case .swift: "a Swift 6.3 toolchain, make and Debian's libzmq3-dev"
        case .python: "Debian's python3 and python3-zmq"
        case .c: "Debian's gcc, libc6-dev, make and libzmq3-dev"
        case .cpp: "Debian's g++, make, cppzmq-dev and nlohmann-json3-dev"
        }
    }

    /// Whether there is something to build before it runs.
    var isBuilt: Bool { self != .python }

    static func read(_ text: String) throws(UsageError) -> PluginLanguage {
        guard let language = PluginLanguage(rawValue: text) else {
            throw UsageError("'\(text)' is not one of \(allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return language
    }
}
