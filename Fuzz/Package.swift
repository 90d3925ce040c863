// swift-tools-version: 6.3
import PackageDescription

// The fuzzers, apart from the package that they try: `make fuzz` builds them with the sanitizers' flags.
let package = Package(
    name: "binnacle-fuzz",
    dependencies: [.package(name: "binnacle", path: "..")],
    targets: [
        .executableTarget(
            name: "Fuzz",
            dependencies: [.product(name: "FuzzTargets", package: "binnacle")],
            swiftSettings: [
                .treatAllWarnings(as: .error),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
