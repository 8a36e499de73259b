// swift-tools-version: 6.2

import PackageDescription

// The programs that scripts/plugin runs `swift package wiring` on. Outside the manifest of Wiring, as packages that use it
// are; the plugin and the libraries are found in this repository.
let tools: [Target.Dependency] = [
  .product(name: "Wiring", package: "wiring"), .product(name: "WiringTools", package: "wiring"),
]

let package = Package(
  name: "shops",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "wiring", path: "../../..")],
  targets: [
    .executableTarget(name: "Shop", dependencies: tools),
    // A plan with a problem, in a target whose name and folder differ from its module's.
    .executableTarget(name: "Broken Shop", dependencies: tools, path: "Sources/Broken"),
    // It does not answer.
    .executableTarget(name: "Silent", dependencies: tools),
    .executableTarget(name: "Plain"),
    // Programs that are built only if another one, which knows their modules, finds no problem in their plan.
    .plugin(name: "CheckPlan", capability: .buildTool(), dependencies: ["checked-wiring", "faulty-wiring"]),
    .executableTarget(name: "checked", plugins: ["CheckPlan"]),
    .executableTarget(name: "checked-wiring", dependencies: tools),
    .executableTarget(name: "faulty", plugins: ["CheckPlan"]),
    .executableTarget(name: "faulty-wiring", dependencies: tools),
  ]
)
