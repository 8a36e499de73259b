// swift-tools-version: 6.2

import PackageDescription

/// A program that finds its own components (see scripts/components).
let package = Package(
  name: "component-proof",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "wiring", path: "../../..")],
  targets: [
    .target(
      name: "WiringProofParts", dependencies: [.product(name: "WiringMacros", package: "wiring")], path: "Parts",
      swiftSettings: strict),
    .executableTarget(
      name: "WiringProof",
      dependencies: [
        "WiringProofParts", .product(name: "Wiring", package: "wiring"),
        .product(name: "WiringDefinitions", package: "wiring"),
      ],
      path: "Program", swiftSettings: strict),
  ]
)

nonisolated var strict: [SwiftSetting] {
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}
