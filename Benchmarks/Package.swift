// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that who builds Binnacle builds no benchmarks. `make bench` builds and runs them.

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let receivers = Target.Dependency.product(name: "Receivers", package: "binnacle")
let navigation = Target.Dependency.product(name: "Navigation", package: "binnacle")
let simulation = Target.Dependency.product(name: "Simulation", package: "binnacle")
let binnacle = Target.Dependency.product(name: "Binnacle", package: "binnacle")

func program(_ target: String) -> Target {
    .executableTarget(name: target, dependencies: [binnacle, "Measurement"], swiftSettings: settings)
}

let package = Package(
    name: "benchmarks",
    products: [
        .executable(name: "bench-publish", targets: ["PublishBenchmark"]),
        .executable(name: "bench-subscribe", targets: ["SubscribeBenchmark"]),
        .executable(name: "bench-codec", targets: ["CodecBenchmark"]),
        .executable(name: "bench-decoder", targets: ["DecoderBenchmark"]),
        .executable(name: "bench-accuracy", targets: ["AccuracyBenchmark"]),
        .executable(name: "bench-trips", targets: ["TripBenchmark"]),
    ],
    dependencies: [
        .package(name: "binnacle", path: "..")
    ],
    targets: [
        .target(name: "Measurement", dependencies: [binnacle], swiftSettings: settings),
        program("PublishBenchmark"),
        program("SubscribeBenchmark"),
        program("CodecBenchmark"),
        // No more than what is measured, so that it is built in a minute.
        .executableTarget(name: "DecoderBenchmark", dependencies: [receivers], swiftSettings: settings),
        .executableTarget(name: "AccuracyBenchmark", dependencies: [navigation], swiftSettings: settings),
        .executableTarget(
            name: "TripBenchmark",
            dependencies: [navigation, simulation],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
