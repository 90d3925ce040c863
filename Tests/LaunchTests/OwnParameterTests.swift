internal import Glibc
internal import IIO
@testable internal import Launch
internal import Messages
internal import Navigation
internal import Platform
internal import Rules
internal import TestSupport
internal import Testing

/// What this repository's plugins would refuse when they start is found before that.
@Suite("The parameters of this repository's plugins", .timeLimit(.minutes(1)))
struct OwnParameterTests {
    private static let plugins =
        "\(#filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined())/Plugins"

    @Test("Of a launch file exactly that is said, at its place", arguments: BrokenData.files(in: "own"))
    func launchFile(file: BrokenData) throws {
        let folder = try TemporaryFolder()
        for plugin in Directory.names(in: Self.plugins) {
            let program = try folder.write([], to: "binnacle-\(plugin)")
            #expect(chmod(program, 0o755) == 0)
        }
        let search = PluginSearchPath(folders: [Self.plugins], programFolder: folder.path)
        let loaded = LaunchPlan.load(file.path, search: search)
        #expect(loaded.findings.map(file.line) == [try file.wanted()])
    }

    private func takes(_ plugin: String, _ parameter: String, _ text: String) throws -> Bool {
        let manifest = try #require(Manifest.load("\(Self.plugins)/\(plugin)/plugin.yaml").manifest)
        let declared = try #require(manifest.parameters.first { $0.name == parameter })
        return (try? declared.rule.accept(.text(text), seenFrom: "/nowhere")) != nil
    }

    @Test(
        "An accuracy is taken and refused as the receiver's plugin does",
        arguments: DesiredAccuracy.names.map(\.name) + [
            "10", "0.5", "+.5", "5.", "1e3", "2E-1", "0", "0.0", "-1", "bset", "", "nan", "inf", "0x1p3",
            "1.2.3", "1e",
            " 10",
        ]
    )
    func accuracy(text: String) throws {
        #expect(try takes("gps", "desiredAccuracy", text) == (DesiredAccuracy(text) != nil))
    }

    @Test(
        "An orientation is taken and refused as fusion does",
        arguments: [
            "portrait", "upside-down", "landscape-left", "landscape-right", "0,1,0", "-1,0.5,1e-3", "0,0,1",
            "0,0,-.5",
            "0,0,0", "0.0,0,-0", "1,0", "1,0,0,0", "sideways", "", "1,x,0", "1;0;0", "1,,0",
        ]
    )
    func orientation(text: String) throws {
        #expect(try takes("fusion", "orientation", text) == (HeadingAxis(name: text) != nil))
    }

    @Test(
        "A mount matrix is taken and refused as the magnetometer's plugin does",
        arguments: [
            "0, 1, 0; -1, 0, 0; 0, 0, 1", "1,0,0;0,1,0;0,0,1", "1,0,0;0,1,0", "1,0;0,1", "identity", "",
            "1,0,0,0;0,1,0;0,0,1", "1,0,0;0,1,0;0,0,x", "1 0 0; 0 1 0; 0 0 1",
        ]
    )
    func mountMatrix(text: String) throws {
        let isMatrix = (try? MountMatrix(text, in: "mount-matrix")) != nil
        #expect(try takes("magnetometer", "mount-matrix", text) == isMatrix)
    }

    @Test(
        "A topic is taken and refused as pins and arrows do",
        arguments: [
            "fix/fusion", "fix/gps/2", "fix/", "fix", "", "fix/Gps", "fix//gps", "/fix/gps", "fix/a b",
            "fix/<name>",
        ]
    )
    func topic(text: String) throws {
        for (plugin, parameter) in [("pins", "fix"), ("return-arrow", "fix"), ("return-arrow", "direction")] {
            #expect(try takes(plugin, parameter, text) == ((try? Topic(text)) != nil), "\(plugin)")
        }
    }

    @Test("A trip begins where the magnetic field is known")
    func begin() throws {
        for year in [1970.0, 2019, 2020, 2024, 2029, 2030, 2035] {
            // Of these years the first second, some day in the middle, and the last.
            for second in [0.0, 17e6, 31_535_999] {
                let time = (year - 1970) * 365.2425 * 86_400 + second
                let number = MagneticModel.decimalYear(unixSeconds: time)
                let isKnown = MagneticModel.forDate(year: number) != nil
                #expect(try takes("replay", "begin", "\(time)") == isKnown, "\(number)")
            }
        }
    }

    @Test("A default may always be given")
    func defaults() throws {
        for plugin in Directory.names(in: Self.plugins) {
            let manifest = try #require(Manifest.load("\(Self.plugins)/\(plugin)/plugin.yaml").manifest)
            for parameter in manifest.parameters {
                guard let value = parameter.defaultValue else { continue }
                #expect(throws: Never.self) { try parameter.rule.accept(.value(value), seenFrom: "/nowhere") }
            }
        }
    }
}
