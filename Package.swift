// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// "Unsafe code lives here" is checked by the compiler: a target that talks to C leaves this setting out.
let safe = strict + [.strictMemorySafety()]

// Binnacle's plugins are programs of their own, not the package manager's build plug-ins.
func plugin(_ folder: String, target: String, dependencies: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: target,
        dependencies: ["Binnacle"] + dependencies,
        path: "Plugins/\(folder)",
        exclude: ["plugin.yaml"],
        swiftSettings: strict
    )
}

func tests(_ module: String, dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(module)Tests",
        dependencies: dependencies + ["TestSupport"],
        exclude: exclude,
        swiftSettings: strict
    )
}

let package = Package(
    name: "binnacle",
    products: [
        .library(name: "Binnacle", targets: ["Binnacle"]),
        // For the package of the fuzzers alone, in Fuzz/.
        .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
        // For the benchmarks, in Benchmarks/, and for who reads receivers without a bus.
        .library(name: "Navigation", targets: ["Navigation"]),
        .library(name: "Simulation", targets: ["Messages", "Recordings", "Simulation"]),
        .library(name: "Receivers", targets: ["Messages", "NMEA", "Receivers", "UBX"]),
        .executable(name: "binnacle", targets: ["Command"]),
        .executable(name: "binnacle-bus", targets: ["BusProgram"]),
        .executable(name: "binnacle-gps", targets: ["GPSPlugin"]),
        .executable(name: "binnacle-magnetometer", targets: ["MagnetometerPlugin"]),
        .executable(name: "binnacle-replay", targets: ["ReplayPlugin"]),
        .executable(name: "binnacle-fusion", targets: ["FusionPlugin"]),
        .executable(name: "binnacle-pins", targets: ["PinsPlugin"]),
        .executable(name: "binnacle-return-arrow", targets: ["ReturnArrowPlugin"]),
    ],
    targets: [
        // System libraries and C shims, each used by one module only.
        .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "CGeodesic",
            linkerSettings: [.linkedLibrary("GeographicLib")]
        ),
        .target(name: "CSystem", cSettings: [.define("_GNU_SOURCE")]),
        .target(name: "CZeroMQ", linkerSettings: [.linkedLibrary("dl")]),

        // Words, numbers and dates as people write and read them: pure.
        .target(name: "Text", swiftSettings: safe),

        // The bus and what stands on it.
        .target(name: "Platform", dependencies: ["CSystem"], swiftSettings: strict),
        .target(name: "ZeroMQ", dependencies: ["CZeroMQ", "Platform"], swiftSettings: strict),
        .target(name: "ZMTP", dependencies: ["Platform"], swiftSettings: strict),
        .target(name: "Messages", swiftSettings: safe),
        .target(name: "Keys", dependencies: ["Messages", "Platform", "ZeroMQ"], swiftSettings: strict),
        // What values parameters may have: pure.
        .target(name: "Rules", dependencies: ["Messages", "Text"], swiftSettings: strict),
        .target(
            name: "Binnacle",
            dependencies: ["Keys", "Messages", "Platform", "Rules", "Text", "ZMTP", "ZeroMQ"],
            swiftSettings: strict
        ),
        .target(
            name: "Broker",
            dependencies: ["Keys", "Messages", "Platform", "Text", "ZMTP", "ZeroMQ"],
            swiftSettings: strict
        ),

        // Pure: no input, no output.
        .target(name: "Navigation", dependencies: ["CGeodesic"], swiftSettings: strict),
        .target(name: "NMEA", dependencies: ["Messages", "Text"], swiftSettings: safe),
        .target(name: "UBX", swiftSettings: safe),
        .target(name: "IIO", dependencies: ["Platform", "Text"], swiftSettings: strict),
        .target(name: "Receivers", dependencies: ["Messages", "NMEA", "Text", "UBX"], swiftSettings: safe),
        .target(name: "GPSD", dependencies: ["Messages", "NMEA", "Receivers", "Text"], swiftSettings: safe),
        .target(
            name: "Recordings",
            dependencies: ["Messages", "NMEA", "Receivers", "Text"],
            swiftSettings: safe
        ),
        .target(
            name: "Simulation",
            dependencies: ["Messages", "Navigation", "Recordings"],
            swiftSettings: safe
        ),

        // Programs and what they need.
        .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strict),
        .target(
            name: "Playback",
            dependencies: ["Binnacle", "NMEA", "Platform", "Recordings", "Text"],
            swiftSettings: safe
        ),
        .target(
            name: "Launch",
            dependencies: ["CYAML", "Messages", "Platform", "Rules", "Text"],
            swiftSettings: strict
        ),
        .executableTarget(name: "BusProgram", dependencies: ["Broker", "Platform"], swiftSettings: strict),
        .executableTarget(
            name: "Command",
            dependencies: [
                "Binnacle", "Broker", "Keys", "Launch", "Messages", "NMEA", "Navigation", "Platform",
                "Receivers", "Rules", "Text", "ZeroMQ",
            ],
            // What `binnacle plugin new` writes.
            resources: [.embedInCode("PluginTemplates")],
            swiftSettings: strict
        ),
        plugin("gps", target: "GPSPlugin", dependencies: ["GPSD", "NMEA", "Platform", "Receivers", "Text"]),
        plugin(
            "magnetometer",
            target: "MagnetometerPlugin",
            dependencies: ["IIO", "Platform", "Playback", "Recordings"]
        ),
        plugin(
            "replay",
            target: "ReplayPlugin",
            dependencies: ["Navigation", "Platform", "Playback", "Recordings", "Simulation"]
        ),
        plugin("fusion", target: "FusionPlugin", dependencies: ["Navigation", "Platform"]),
        plugin("pins", target: "PinsPlugin", dependencies: ["Platform", "SQLite", "Text"]),
        plugin("return-arrow", target: "ReturnArrowPlugin", dependencies: ["Navigation", "Platform"]),

        // What is fuzzed, and what has to hold: run by the fuzzers, and by a test that replays their inputs.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Broker", "GPSD", "Launch", "Messages", "NMEA", "Navigation", "Platform", "Receivers",
                "Recordings", "UBX", "ZMTP", "ZeroMQ",
            ],
            path: "Fuzz/Entries",
            swiftSettings: strict
        ),

        // A folder of tests a module; Tests/SystemTests starts the built programs as a user would.
        .target(
            name: "TestSupport",
            dependencies: ["Binnacle", "Broker", "Keys", "Platform"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        tests("Text", dependencies: ["Text"]),
        tests("Platform", dependencies: ["Platform"]),
        tests("ZeroMQ", dependencies: ["Platform", "ZeroMQ"]),
        tests("ZMTP", dependencies: ["Platform", "ZMTP", "ZeroMQ"]),
        tests("Messages", dependencies: ["Messages"]),
        tests("Keys", dependencies: ["Keys", "Messages", "Platform", "ZeroMQ"]),
        tests("Binnacle", dependencies: ["Binnacle", "Broker", "Platform", "Rules", "ZeroMQ"]),
        tests("Broker", dependencies: ["Broker", "Keys", "Messages", "Platform", "ZMTP", "ZeroMQ"]),
        tests("Navigation", dependencies: ["Navigation"]),
        tests("NMEA", dependencies: ["Messages", "NMEA", "Receivers", "Text"]),
        tests("UBX", dependencies: ["UBX"]),
        tests("IIO", dependencies: ["IIO", "Platform"]),
        tests("Receivers", dependencies: ["Messages", "NMEA", "Receivers", "UBX"]),
        tests("Recordings", dependencies: ["Messages", "Recordings"]),
        tests("Playback", dependencies: ["Binnacle", "Broker", "Platform", "Playback", "Recordings"]),
        tests("Simulation", dependencies: ["Messages", "Recordings", "Simulation"]),
        tests("SQLite", dependencies: ["SQLite"]),
        tests(
            "Launch",
            dependencies: ["IIO", "Launch", "Messages", "Navigation", "Platform", "Rules"],
            exclude: ["Broken", "Python"]
        ),
        tests("Command", dependencies: ["Binnacle", "Command", "Launch", "Messages", "Platform", "ZeroMQ"]),
        tests(
            "Fusion",
            dependencies: ["FusionPlugin", "Messages", "Navigation", "Platform", "Recordings", "Simulation"]
        ),
        tests(
            "GPS",
            dependencies: [
                "Binnacle", "GPSD", "GPSPlugin", "Launch", "Messages", "NMEA", "Platform", "Receivers",
                "Rules",
            ]
        ),
        tests("GPSD", dependencies: ["GPSD", "Messages", "NMEA", "Receivers"]),
        tests(
            "Magnetometer",
            dependencies: ["Binnacle", "IIO", "MagnetometerPlugin", "Messages", "Platform"]
        ),
        tests("Pins", dependencies: ["Messages", "PinsPlugin", "Platform", "SQLite"]),
        tests("ReturnArrow", dependencies: ["Messages", "ReturnArrowPlugin"]),
        tests("FuzzReplay", dependencies: ["FuzzTargets"]),
        tests("System", dependencies: ["Keys", "Messages", "Platform"], exclude: ["C", "Python"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
