// swift-tools-version: 6.2

import PackageDescription

/// The readers of context files under libFuzzer (see scripts/fuzz), which sees the branches that an input takes and varies
/// the inputs that take new ones.
let package = Package(
  name: "context-fuzzer",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "wiring", path: "../../..")],
  targets: [
    .target(name: "ContextFuzzerDriver", path: "Driver"),
    .executableTarget(
      name: "ContextFuzzer",
      dependencies: [
        "ContextFuzzerDriver", .product(name: "WiringContext", package: "wiring"),
        .product(name: "Wiring", package: "wiring"),
      ],
      path: "Loop",
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
      ],
      linkerSettings: [
        .unsafeFlags([
          "-Xlinker", "--whole-archive", Context.environment["FUZZER_RUNTIME"] ?? "", "-Xlinker", "--no-whole-archive",
        ]),
        .linkedLibrary("stdc++"),
      ]),
  ]
)
