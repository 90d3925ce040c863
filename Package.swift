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

let package = Package(
    name: "binnacle",
    products: [
        .library(name: "Binnacle", targets: ["Binnacle"]),
        .executable(name: "binnacle", targets: ["Command"]),
        .executable(name: "binnacle-gps", targets: ["GPSPlugin"]),
        .executable(name: "binnacle-magnetometer", targets: ["MagnetometerPlugin"]),
        .executable(name: "binnacle-replay", targets: ["ReplayPlugin"]),
        .executable(name: "binnacle-fusion", targets: ["FusionPlugin"]),
        .executable(name: "binnacle-pins", targets: ["PinsPlugin"]),
        .executable(name: "binnacle-return-arrow", targets: ["ReturnArrowPlugin"]),
    ],
    targets: [
        // System libraries and C shims, each used by one module only.
        .systemLibrary(name: "CZeroMQ", providers: [.apt(["libzmq3-dev"])]),
        .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "CGeodesic",
            linkerSettings: [.linkedLibrary("GeographicLib")]
        ),
        .target(name: "CSystem", cSettings: [.define("_GNU_SOURCE")]),

        // The bus and what stands on it.
        .target(name: "Platform", dependencies: ["CSystem"], swiftSettings: strict),
        .target(name: "ZeroMQ", dependencies: ["CZeroMQ", "Platform"], swiftSettings: strict),
        .target(name: "Messages", swiftSettings: safe),
        .target(name: "Binnacle", dependencies: ["Messages", "Platform", "ZeroMQ"], swiftSettings: strict),
        .target(name: "Broker", dependencies: ["Messages", "Platform", "ZeroMQ"], swiftSettings: strict),

        // Pure: no input, no output.
        .target(name: "Navigation", dependencies: ["CGeodesic"], swiftSettings: strict),
        .target(name: "NMEA", dependencies: ["Messages"], swiftSettings: safe),
        .target(name: "Recordings", dependencies: ["Messages", "NMEA"], swiftSettings: safe),
        .target(name: "Simulation", dependencies: ["Messages", "Navigation", "Recordings"], swiftSettings: safe),

        // Programs and what they need.
        .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strict),
        .target(
            name: "Playback",
            dependencies: ["Binnacle", "NMEA", "Platform", "Recordings"],
            swiftSettings: safe
        ),
        .target(name: "Launch", dependencies: ["Binnacle", "CYAML", "Platform"], swiftSettings: strict),
        .executableTarget(
            name: "Command",
            dependencies: ["Binnacle", "Broker", "Launch", "Navigation"],
            swiftSettings: strict
        ),
        plugin("gps", target: "GPSPlugin", dependencies: ["NMEA", "Platform"]),
        plugin("magnetometer", target: "MagnetometerPlugin", dependencies: ["Platform", "Playback", "Recordings"]),
        plugin(
            "replay",
            target: "ReplayPlugin",
            dependencies: ["Navigation", "Platform", "Playback", "Recordings", "Simulation"]
        ),
        plugin("fusion", target: "FusionPlugin", dependencies: ["Navigation"]),
        plugin("pins", target: "PinsPlugin", dependencies: ["SQLite"]),
        plugin("return-arrow", target: "ReturnArrowPlugin", dependencies: ["Navigation"]),

        // A folder of tests a module; Tests/SystemTests starts the built programs as a user would.
        .testTarget(name: "PlatformTests", dependencies: ["Platform"], swiftSettings: strict),
        .testTarget(name: "ZeroMQTests", dependencies: ["ZeroMQ"], swiftSettings: strict),
        .testTarget(name: "MessagesTests", dependencies: ["Messages"], swiftSettings: strict),
        .testTarget(name: "BinnacleTests", dependencies: ["Binnacle", "Broker"], swiftSettings: strict),
        .testTarget(name: "BrokerTests", dependencies: ["Broker", "ZeroMQ"], swiftSettings: strict),
        .testTarget(name: "NavigationTests", dependencies: ["Navigation"], swiftSettings: strict),
        .testTarget(name: "NMEATests", dependencies: ["NMEA"], swiftSettings: strict),
        .testTarget(name: "RecordingsTests", dependencies: ["Messages", "Recordings"], swiftSettings: strict),
        .testTarget(name: "PlaybackTests", dependencies: ["Messages", "Playback", "Recordings"], swiftSettings: strict),
        .testTarget(name: "SimulationTests", dependencies: ["Messages", "Recordings", "Simulation"], swiftSettings: strict),
        .testTarget(name: "LaunchTests", dependencies: ["Launch"], swiftSettings: strict),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite"], swiftSettings: strict),
        .testTarget(name: "CommandTests", dependencies: ["Command"], swiftSettings: strict),
        .testTarget(
            name: "SystemTests",
            dependencies: ["Messages", "Platform"],
            exclude: ["Python"],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
