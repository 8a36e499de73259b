// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "birthdays",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://example.com/wiring.git", from: "0.1.0")
  ],
  targets: [
    .target(name: "Birthdays", dependencies: [.product(name: "Wiring", package: "wiring")]),
    .executableTarget(name: "birthdays-today", dependencies: ["Birthdays", .product(name: "Wiring", package: "wiring")]),
    .testTarget(
      name: "BirthdaysTests", dependencies: ["Birthdays", .product(name: "WiringTesting", package: "wiring")]),
  ])
