internal import Glibc
internal import Platform

/// The files of a new plugin, as `PluginTemplates/` has them for one that is called `beacon`.
struct PluginTemplate {
    /// A file to be written.
    struct File {
        let path: String
        let text: String
        var isProgram = false
    }

    let files: [File]

    /// The template of a language.
    ///
    /// - Parameters:
    ///   - language: what it is written in.
    ///   - id: what the plugin is called.
    ///   - source: the folder of a checkout of this project, which a plugin in Swift is built against.
    init(_ language: PluginLanguage, id: String, source: String) {
        func file(_ path: String, _ bytes: [UInt8], isProgram: Bool = false) -> File {
            let text = String(decoding: bytes, as: UTF8.self)
                .replacing("beacon", with: id)
                .replacing("@RUN@", with: Self.run(language, id))
                .replacing("@SOURCE@", with: Self.escaped(source))
            return File(path: path, text: text, isProgram: isProgram)
        }
        let common = [
            file("plugin.yaml", PackageResources.plugin_yaml),
            file("test.yaml", PackageResources.test_yaml),
            file("test.sh", PackageResources.test_sh, isProgram: true),
        ]
        files =
            switch language {
            case .python:
                common + [
                    file("provider.py", PackageResources.provider_py),
                    file("bus.py", PackageResources.bus_py),
                ]
            case .c:
                common + [
                    file("provider.c", PackageResources.provider_c),
                    file("bus.h", PackageResources.bus_h),
                    file("Makefile", PackageResources.c_mk),
                ]
            case .cpp:
                common + [
                    file("provider.cpp", PackageResources.provider_cpp),
                    file("bus.hpp", PackageResources.bus_hpp),
                    file("Makefile", PackageResources.cpp_mk),
                ]
            case .swift:
                common + [
                    file("Package.swift", PackageResources.Manifest_swift),
                    file("Sources/Provider.swift", PackageResources.Provider_swift),
                    file("Makefile", PackageResources.swift_mk),
                ]
            }
    }

    /// Writes the files into a folder, which is made.
    ///
    /// - Throws: what could not be written, and why.
    func write(to folder: String) throws(SystemError) {
        for file in files {
            let path = "\(folder)/\(file.path)"
            try Directory.create(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]), mode: 0o777)
            let descriptor = OwnedDescriptor(
                try SystemFile.open(path, O_CREAT | O_EXCL | O_WRONLY, mode: file.isProgram ? 0o777 : 0o666)
            )
            var rest = Array(file.text.utf8)
            while !rest.isEmpty { rest.removeFirst(try descriptor.write(rest)) }
        }
    }

    private static func run(_ language: PluginLanguage, _ id: String) -> String {
        switch language {
        case .python: #"python3, "${folder}/provider.py""#
        case .c, .cpp: "build/\(id)"
        case .swift: ".build/release/\(id)"
        }
    }

    /// A text as it stands in a literal of Swift.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
