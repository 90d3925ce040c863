// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "beacon",
    products: [.executable(name: "beacon", targets: ["Provider"])],
    dependencies: [.package(name: "binnacle", path: "@SOURCE@")],
    targets: [
        .executableTarget(
            name: "Provider",
            dependencies: [.product(name: "Binnacle", package: "binnacle")],
            path: "Sources"
        )
    ]
)
