import Glibc
import Platform
import Testing

/// Where the project's own files and the reference data are.
enum Source {
    /// The project's folder.
    static let root: String = String(#filePath.dropLast("/Tests/SystemTests/Source.swift".count))

    /// The folder of the reference recordings, or `nil` where it is not there.
    static let data: String? = {
        let folder = Environment["BINNACLE_TEST_DATA"] ?? "\(root)/../shared/data"
        return access("\(folder)/drive/drive-a.csv", R_OK) == 0 ? folder : nil
    }()

    static let noData: Comment =
        "the reference recordings are not there; BINNACLE_TEST_DATA names their folder"

    /// A Python that has pyzmq, pygeomag and geographiclib, or `nil`; `make test` makes one.
    static let python: String? = {
        let path = Environment["BINNACLE_PYTHON"] ?? "\(root)/.venv/bin/python"
        return access(path, X_OK) == 0 ? path : nil
    }()

    static let noPython: Comment = "there is no Python with pyzmq; run 'make test', or set BINNACLE_PYTHON"

    /// Whether the loopback has its address of IPv6.
    static let hasIPv6 = ((try? text(of: "/proc/net/if_inet6")) ?? "").split(separator: "\n")
        .contains { $0.hasPrefix("\(String(repeating: "0", count: 31))1 ") }

    /// A script of the tests.
    static func script(_ name: String) -> String { "\(root)/Tests/SystemTests/Python/\(name)" }

    /// What a file says.
    static func text(of path: String) throws -> String {
        let descriptor = OwnedDescriptor(try SystemFile.open(path, O_RDONLY))
        var bytes: [UInt8] = []
        while let more = try descriptor.read(atMost: 1 << 20), !more.isEmpty { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The last bytes of a file.
    static func end(of path: String, bytes: Int) throws -> String {
        let descriptor = OwnedDescriptor(try SystemFile.open(path, O_RDONLY))
        lseek(descriptor.number, off_t(max(0, size(of: path) - bytes)), SEEK_SET)
        return String(decoding: try descriptor.read(atMost: bytes) ?? [], as: UTF8.self)
    }

    /// How many bytes a file has; 0 where it is not there.
    static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The names of the files in a folder, sorted.
    static func files(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
