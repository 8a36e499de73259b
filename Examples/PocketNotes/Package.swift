// swift-tools-version: 6.2
import PackageDescription

// The layers, innermost first. A target imports only what it names here: the Core nothing, an adapter the Core alone, the App
// everything.
let package = Package(
  name: "PocketNotes",
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [.executable(name: "pocket", targets: ["App"])],
  dependencies: [
    .package(name: "wiring", path: "../..", traits: []),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(name: "Core"),
    .target(name: "Persistence", dependencies: ["Core", .wiring, .product(name: "GRDB", package: "GRDB.swift")]),
    .target(name: "MockNetwork", dependencies: ["Core", .wiring]),
    .target(name: "Sync", dependencies: ["Core", .wiring]),
    .target(name: "ViewModels", dependencies: ["Core", .wiring]),
    .target(
      name: "CLI",
      dependencies: ["Core", "ViewModels", .wiring, .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    .executableTarget(
      name: "App", dependencies: ["CLI", "Core", "MockNetwork", "Persistence", "Sync", "ViewModels", .wiring]),

    .target(name: "Support", dependencies: ["Core", "MockNetwork", .wiring], path: "Tests/Support"),
    .testTarget(name: "CoreTests", dependencies: ["Core", "Support"]),
    .testTarget(name: "PersistenceTests", dependencies: ["Core", "Persistence", "Support", .wiring]),
    .testTarget(name: "MockNetworkTests", dependencies: ["Core", "MockNetwork", "Support", .wiring]),
    .testTarget(name: "SyncTests", dependencies: ["Core", "MockNetwork", "Sync", "Support", .wiring]),
    .testTarget(name: "ViewModelsTests", dependencies: ["Core", "ViewModels", "Support", .wiring]),
    .testTarget(name: "CLITests", dependencies: ["CLI", "Core", "ViewModels", "Support", .wiring]),
    .testTarget(name: "AppTests", dependencies: ["App", "CLI", "Core", "Support", .wiring, .testing]),
  ],
  swiftLanguageModes: [.v6]
)

extension Target.Dependency {
  static let wiring = product(name: "Wiring", package: "wiring")
  static let testing = product(name: "WiringTesting", package: "wiring")
}
