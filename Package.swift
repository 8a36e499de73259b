// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

/// The one settings block: every target compiles under the same strict rules.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// The folder of a toolchain's own SwiftSyntax, `lib/swift/host`, when the macros are to be built against it; swift-syntax
/// is then neither fetched nor built. See docs/decisions/0018-macros-and-two-ways-to-build-them.md.
let toolchainSyntax = Context.environment["WIRING_TOOLCHAIN_SYNTAX"].flatMap { $0.isEmpty ? nil : $0 }

let swiftSyntax: [Package.Dependency] =
  toolchainSyntax == nil ? [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")] : []

/// The compiler plugin with the macros.
func macroPlugin(_ name: String) -> Target {
  let modules = [
    "SwiftBasicFormat", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros",
  ]
  guard let toolchainSyntax else {
    let products = (modules + ["SwiftCompilerPlugin"]).map {
      Target.Dependency.product(name: $0, package: "swift-syntax")
    }
    return .macro(name: name, dependencies: products, swiftSettings: strict)
  }
  let libraries = modules + ["SwiftCompilerPluginMessageHandling", "SwiftSyntaxMacroExpansion", "SwiftOperators"]
  return .macro(
    name: name,
    swiftSettings: strict + [.unsafeFlags(["-I", toolchainSyntax])],
    linkerSettings: [
      .unsafeFlags(
        ["-L", toolchainSyntax, "-Xlinker", "-rpath", "-Xlinker", toolchainSyntax] + libraries.map { "-l\($0)" })
    ]
  )
}

/// Whether only the library and what goes with it without other packages is built; see below.
let isLibraryOnly = Context.environment["WIRING_ONLY"] != nil

let package = Package(
  name: "wiring",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Wiring", targets: ["Wiring"]),
    .library(name: "WiringMacros", targets: ["WiringMacros"]),
    .library(name: "WiringTesting", targets: ["WiringTesting"]),
    .library(name: "WiringServiceLifecycle", targets: ["WiringServiceLifecycle"]),
    .library(name: "WiringContext", targets: ["WiringContext"]),
    .executable(name: "notesctl", targets: ["notesctl"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: ["YAML"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
  ] + swiftSyntax,
  targets: [
    // The library: no dependency, no Foundation.
    .target(name: "Wiring", dependencies: ["CWiringRecords"], swiftSettings: strict),
    // Where the linker gathered what attributes leave in the program: two symbols, which Swift cannot name.
    .target(name: "CWiringRecords"),

    // The macros: their declarations, and the compiler plugin that expands them.
    .target(name: "WiringMacros", dependencies: ["Wiring", "WiringMacrosPlugin"], swiftSettings: strict),
    macroPlugin("WiringMacrosPlugin"),
    // What goes with it: traits for Swift Testing, services that start and stop with a graph, and readers of context files.
    .target(name: "WiringTesting", dependencies: ["Wiring"], swiftSettings: strict),
    .target(
      name: "WiringServiceLifecycle",
      dependencies: [
        "Wiring", .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "WiringContext",
      dependencies: ["Wiring", "Yams", .product(name: "Configuration", package: "swift-configuration")],
      swiftSettings: strict
    ),

    // The core of Notes: models, rules, ports, errors. Imports nothing of ours.
    .target(
      name: "NotesDomain", dependencies: ["WiringMacros"], path: "Sources/Notes/Domain", swiftSettings: strict),

    // How the two sides of sync write their values for the network.
    .target(name: "NotesWire", dependencies: ["NotesDomain"], path: "Sources/Notes/Wire", swiftSettings: strict),

    // SQLite's C interface, for the few things that GRDB does not pass on; see shim.h.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),

    // Adapters: each implements ports of the core.
    .target(
      name: "NotesStorage",
      dependencies: [
        "NotesDomain", "WiringMacros", "Wiring", "CSQLite", .product(name: "GRDB", package: "GRDB.swift"), "Yams",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      path: "Sources/Notes/Storage",
      resources: [
        .embedInCode("Schema/0001-notes.sql"), .embedInCode("Schema/0002-sync.sql"),
        .embedInCode("Schema/0003-attachments.sql"),
        .embedInCode("Schema/0004-indexes.sql"),
        .embedInCode("Schema/server/0001-server.sql"), .embedInCode("Schema/server/0002-accounts.sql"),
        .embedInCode("Schema/server/0003-blobs.sql"),
        .embedInCode("Schema/server/0004-sizes.sql"),
      ],
      swiftSettings: strict
    ),

    .target(
      name: "NotesSync", dependencies: ["NotesDomain", "Wiring"], path: "Sources/Notes/Sync", swiftSettings: strict),
    .target(
      name: "NotesNetwork",
      dependencies: ["NotesWire", "NotesDomain", "WiringMacros", "Wiring"],
      path: "Sources/Notes/Network",
      swiftSettings: strict
    ),
    .target(
      name: "NotesServer",
      dependencies: [
        "NotesDomain", "Wiring", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      path: "Sources/Notes/Server",
      swiftSettings: strict
    ),
    .target(
      name: "NotesHTTPClient",
      dependencies: [
        "NotesWire", "NotesDomain", "Wiring", .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      path: "Sources/Notes/HTTPClient",
      swiftSettings: strict
    ),
    .target(
      name: "NotesHTTPServer",
      dependencies: [
        "NotesWire", "NotesDomain", "WiringServiceLifecycle", "Wiring", "Yams",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      path: "Sources/Notes/HTTPServer",
      swiftSettings: strict
    ),

    // Fronts: state and actions, and what renders them.
    .target(
      name: "NotesViewModels",
      dependencies: ["NotesDomain", "Wiring"],
      path: "Sources/Notes/ViewModels",
      swiftSettings: strict
    ),
    .target(
      name: "NotesCLI",
      dependencies: [
        "NotesViewModels", "NotesDomain", "WiringMacros", "Wiring",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/Notes/CLI",
      swiftSettings: strict
    ),

    // The composition root: the only target that lists an adapter or a front.
    .executableTarget(
      name: "notesctl",
      dependencies: [
        "NotesCLI", "NotesViewModels", "NotesSync", "NotesNetwork", "NotesHTTPClient", "NotesServer",
        "NotesHTTPServer", "NotesStorage", "NotesDomain", "WiringContext", "Wiring",
      ],
      swiftSettings: strict
    ),

    // Fakes and contract suites, listed by test targets only.
    .target(
      name: "NotesTestSupport",
      dependencies: ["NotesDomain", "Wiring"],
      path: "Sources/Notes/TestSupport",
      swiftSettings: strict
    ),

    // Whole histories of devices, servers and networks, played in a moment, and judged.
    .target(
      name: "NotesSimulation",
      dependencies: ["NotesSync", "NotesNetwork", "NotesServer", "NotesTestSupport", "NotesDomain", "Wiring"],
      path: "Sources/Notes/Simulation",
      swiftSettings: strict
    ),

    // The same histories, with HTTP between devices and server.
    .target(
      name: "NotesHTTPSimulation",
      dependencies: [
        "NotesSimulation", "NotesHTTPClient", "NotesHTTPServer", "NotesServer", "NotesTestSupport", "NotesDomain",
        "Wiring",
      ],
      path: "Sources/Notes/HTTPSimulation",
      swiftSettings: strict
    ),

    // Tests: one target per target, and one for the shape of the whole.
    .testTarget(name: "WiringTests", dependencies: ["Wiring"], exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "WiringMacrosTests",
      dependencies: ["WiringMacros", "Wiring"],
      exclude: ["Fixtures", "Golden"],
      swiftSettings: strict
    ),
    .testTarget(name: "WiringTestingTests", dependencies: ["WiringTesting", "Wiring"], swiftSettings: strict),
    .testTarget(
      name: "WiringServiceLifecycleTests",
      dependencies: [
        "WiringServiceLifecycle", "Wiring", .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "WiringContextTests",
      dependencies: [
        "WiringContext", "WiringMacros", "Wiring", .product(name: "Configuration", package: "swift-configuration"),
      ],
      exclude: ["Golden", "Guide", "Samples"],
      swiftSettings: strict
    ),
    .testTarget(name: "NotesDomainTests", dependencies: ["NotesDomain"], swiftSettings: strict),
    .testTarget(
      name: "NotesStorageTests",
      dependencies: [
        "NotesStorage", "NotesDomain", "NotesTestSupport", "Wiring",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "NotesWireTests", dependencies: ["NotesWire", "NotesDomain", "NotesTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "NotesSyncTests",
      dependencies: ["NotesSync", "NotesDomain", "NotesTestSupport", "Wiring"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "NotesNetworkTests",
      dependencies: ["NotesNetwork", "NotesWire", "NotesServer", "NotesDomain", "NotesTestSupport", "Wiring"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "NotesServerTests",
      dependencies: ["NotesServer", "NotesDomain", "NotesTestSupport", "Wiring"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "NotesHTTPClientTests",
      dependencies: [
        "NotesHTTPClient", "NotesHTTPServer", "NotesServer", "NotesWire", "NotesDomain", "NotesTestSupport", "Wiring",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "NotesHTTPServerTests",
      dependencies: [
        "NotesHTTPServer", "NotesServer", "NotesWire", "NotesDomain", "NotesTestSupport", "Wiring",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOEmbedded", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "NotesSimulationTests",
      dependencies: [
        "NotesSimulation", "NotesSync", "NotesNetwork", "NotesServer", "NotesStorage", "NotesDomain",
        "NotesTestSupport", "Wiring",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "NotesHTTPSimulationTests", dependencies: ["NotesHTTPSimulation", "NotesSimulation"],
      swiftSettings: strict),
    .testTarget(
      name: "NotesViewModelsTests",
      dependencies: ["NotesViewModels", "NotesSync", "NotesDomain", "NotesTestSupport", "Wiring"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "NotesCLITests",
      dependencies: ["NotesCLI", "NotesViewModels", "NotesDomain", "NotesTestSupport", "Wiring"],
      exclude: ["Golden"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "NotesTestSupportTests",
      dependencies: ["NotesTestSupport", "NotesDomain", "Wiring"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "notesctlTests",
      dependencies: [
        "notesctl", "NotesCLI", "NotesViewModels", "NotesSync", "NotesNetwork", "NotesServer", "NotesStorage",
        "NotesDomain", "NotesTestSupport", "Wiring", "WiringContext", "WiringTesting",
      ],
      swiftSettings: strict
    ),
    // What five older containers and articles promise, row by row, driven as they show it.
    .testTarget(
      name: "SeedConformanceTests",
      dependencies: ["Wiring", "WiringMacros", "WiringTesting"] + (isLibraryOnly ? [] : ["WiringContext", "CSQLite"]),
      exclude: isLibraryOnly ? ["Files"] : [],
      swiftSettings: strict
    ),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
  ]
)

// The repository beside bare SQLite, sync with SQLite on both sides, and the server beside a bare one (see scripts/bench). Not a target for everyday builds.
if Context.environment["NOTES_BENCHMARKS"] != nil {
  package.targets += [
    .target(
      name: "NotesBenchmarkCorpus", dependencies: ["NotesDomain"], path: "scripts/benchmarks/corpus",
      swiftSettings: strict),
    .executableTarget(
      name: "repository-benchmark",
      dependencies: ["NotesBenchmarkCorpus", "NotesStorage", "NotesDomain", "Wiring", "CSQLite"],
      path: "scripts/benchmarks/repository", swiftSettings: strict),
    .executableTarget(
      name: "sync-benchmark",
      dependencies: [
        "NotesBenchmarkCorpus", "NotesSync", "NotesNetwork", "NotesServer", "NotesStorage", "NotesDomain", "Wiring",
      ],
      path: "scripts/benchmarks/sync", swiftSettings: strict),
    .executableTarget(
      name: "server-floor",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "Logging", package: "swift-log"),
      ],
      path: "scripts/benchmarks/server-floor", swiftSettings: strict),
    .executableTarget(
      name: "server-load",
      dependencies: [
        "NotesBenchmarkCorpus", "NotesWire", "NotesDomain", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      path: "scripts/benchmarks/server-load", swiftSettings: strict),
  ]
}

// The same histories in their thousands (see scripts/simulate).
if Context.environment["NOTES_SIMULATION"] != nil {
  package.targets += [
    .executableTarget(
      name: "simulate", dependencies: ["NotesSimulation"], path: "scripts/simulation", swiftSettings: strict),
    .executableTarget(
      name: "simulate-http", dependencies: ["NotesHTTPSimulation", "NotesSimulation"],
      path: "scripts/simulation-http", swiftSettings: strict),
  ]
}

// The library beside hand-written code and a dictionary (see scripts/bench): what is wired, who wires it, and the loops,
// each in a module of its own, as they are in a program.
if Context.environment["WIRING_BENCHMARKS"] != nil {
  package.targets += [
    .target(
      name: "WiringBenchmarkServices",
      dependencies: ["WiringMacros"],
      path: "scripts/benchmarks/wiring/Services", swiftSettings: strict),
    .target(
      name: "WiringBenchmarkAssembly", dependencies: ["WiringBenchmarkServices", "Wiring"],
      path: "scripts/benchmarks/wiring/Assembly", swiftSettings: strict),
    // Generated by the script, and found by the linker: nobody imports it.
    .target(
      name: "WiringBenchmarkGears", dependencies: ["WiringBenchmarkServices", "WiringMacros"],
      path: ".build/bench/gears", swiftSettings: strict),
    .executableTarget(
      name: "WiringBenchmark",
      dependencies: ["WiringBenchmarkAssembly", "WiringBenchmarkServices", "WiringBenchmarkGears", "Wiring"],
      path: "scripts/benchmarks/wiring/Loops", swiftSettings: strict),
  ]
}

// A program that finds its own components (see scripts/components).
if Context.environment["WIRING_PROOFS"] != nil {
  package.targets += [
    .target(
      name: "WiringProofParts", dependencies: ["WiringMacros"], path: "scripts/proofs/components/Parts",
      swiftSettings: strict),
    .executableTarget(
      name: "WiringProof", dependencies: ["WiringProofParts", "Wiring"], path: "scripts/proofs/components/Program",
      swiftSettings: strict),
  ]
}

// The readers of context files under libFuzzer (see scripts/fuzz): it is told which branches were taken, and goes for those
// that were not.
if Context.environment["WIRING_FUZZERS"] != nil {
  let runtime = Context.environment["FUZZER_RUNTIME"] ?? ""
  let isWatched: SwiftSetting = .unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])
  for target in package.targets where target.name == "WiringContext" {
    target.swiftSettings = strict + [isWatched]
  }
  package.targets += [
    .target(name: "ContextFuzzerDriver", path: "scripts/fuzzers/context/Driver"),
    .executableTarget(
      name: "ContextFuzzer", dependencies: ["ContextFuzzerDriver", "WiringContext", "Wiring"],
      path: "scripts/fuzzers/context/Loop", swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(["-Xlinker", "--whole-archive", runtime, "-Xlinker", "--no-whole-archive"]),
        .linkedLibrary("stdc++"),
      ]),
  ]
}

// Only some test targets, by name and separated by commas: less to build while one layer is worked on.
if let chosen = Context.environment["WIRING_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}

// The library and what goes with it without other packages, as the thread sanitizer builds it (see scripts/test). The
// dependencies stay, unused and unbuilt: without them SwiftPM would delete Package.resolved.
if isLibraryOnly {
  func isPartOfIt(_ name: String) -> Bool {
    (name.hasPrefix("Wiring") || name.hasPrefix("CWiring") || name == "SeedConformanceTests")
      && !name.hasPrefix("WiringServiceLifecycle") && !name.hasPrefix("WiringContext")
  }
  package.products.removeAll { !isPartOfIt($0.name) }
  package.targets.removeAll { !isPartOfIt($0.name) }
}
