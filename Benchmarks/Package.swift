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
    ],
    dependencies: [
        .package(name: "binnacle", path: "..")
    ],
    targets: [
        .target(name: "Measurement", dependencies: [binnacle], swiftSettings: settings),
        program("PublishBenchmark"),
        program("SubscribeBenchmark"),
        program("CodecBenchmark"),
    ],
    swiftLanguageModes: [.v6]
)
