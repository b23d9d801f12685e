// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "StoreTestClient",
    platforms: [.macOS(.v12)],
    products: [.library(name: "StoreTestClient", targets: ["StoreTestClient"])],
    targets: [
        .target(name: "StoreTestClient"),
        .testTarget(name: "StoreTestClientTests", dependencies: ["StoreTestClient"]),
    ],
    swiftLanguageModes: [.v6])
