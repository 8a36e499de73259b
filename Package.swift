// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

let package = Package(
  name: "wiring",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    "Wiring", "WiringMacros", "WiringTesting", "WiringTools", "WiringServiceLifecycle", "WiringContext",
  ].map { .library(name: $0, targets: [$0]) } + [
    .plugin(name: "WiringPlugin", targets: ["WiringPlugin"]), .executable(name: "notesctl", targets: ["notesctl"]),
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
  ] + swiftSyntaxPackage,
  targets: [
    // MARK: Wiring, the container: no dependency, no Foundation

    .target(name: "Wiring", dependencies: ["CWiringPage", "CWiringRecords"], swiftSettings: strict),
    // The style sheet and scripts of the page of a graph, which the C compiler embeds at no cost.
    .target(
      name: "CWiringPage",
      exclude: ["page.css", "picture.html", "layout.js", "picture.js", "camera.js", "interaction.js"]),
    // What Swift cannot name: the linker symbols where the records of attributes begin and end, and a thread's stack.
    .target(name: "CWiringRecords"),
    .target(name: "WiringMacros", dependencies: ["Wiring", "WiringMacrosPlugin"], swiftSettings: strict),
    macroPlugin("WiringMacrosPlugin"),
    .target(name: "WiringTesting", dependencies: ["WiringTools", "Wiring"], swiftSettings: strict),
    // `swift package wiring`: the library answers inside a program, which the plugin builds and runs.
    .target(name: "WiringTools", dependencies: ["Wiring"], swiftSettings: strict),
    .plugin(
      name: "WiringPlugin", capability: .command(intent: .custom(verb: "wiring", description: "Check a plan.")),
      path: "Sources/WiringPlugin"),
    .target(
      name: "WiringServiceLifecycle", dependencies: ["Wiring", .serviceLifecycle, .unixSignals, .logging],
      swiftSettings: strict),
    .target(name: "WiringContext", dependencies: ["Wiring", "Yams", .configuration], swiftSettings: strict + fuzzing),

    // MARK: Notes, core: models, rules, ports, errors

    layer("Domain", ["WiringMacros"]),
    // The requests and responses of sync, for both sides of the network.
    layer("HTTPAPI", ["NotesDomain"]),

    // MARK: Notes, adapters: each implements ports of the core, and knows no other adapter

    layer(
      "Persistence", ["NotesDomain", "WiringMacros", "Wiring", "CSQLite", "Yams", .grdb, .crypto],
      resources: [
        "0001-notes", "0002-sync", "0003-attachments", "0004-indexes", "0005-imports", "server/0001-server",
        "server/0002-accounts", "server/0003-blobs", "server/0004-sizes", "server/0005-counters", "server/0006-audit",
      ].map { "Schema/\($0).sql" }),
    // SQLite's C interface, for what GRDB does not offer; see shim.h.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    layer("Sync", ["NotesDomain", "Wiring"]),
    layer("Network", ["NotesHTTPAPI", "NotesDomain", "WiringMacros", "Wiring"]),
    layer("Server", ["NotesDomain", "Wiring", .crypto, .cryptoExtras], resources: ["Passwords/common-passwords.txt"]),
    layer(
      "HTTPClient",
      ["NotesHTTPAPI", "NotesDomain", "Wiring", .asyncHTTPClient, .nioCore, .nioHTTP1, .nioPosix, .nioSSL]),
    layer(
      "HTTPServer",
      [
        "NotesHTTPAPI", "NotesDomain", "WiringServiceLifecycle", "Wiring", "Yams", .hummingbird, .hummingbirdCore,
        .hummingbirdTLS, .httpTypes, .nioCore, .nioHTTPTypes, .nioSSL, .coreMetrics, .logging, .configuration,
        .serviceLifecycle, .unixSignals,
      ]),

    // MARK: Notes, fronts: state and actions, and what shows them

    layer("ViewModels", ["NotesDomain", "Wiring"]),
    layer("CLI", ["NotesViewModels", "NotesDomain", "WiringMacros", "Wiring", .argumentParser]),

    // MARK: The composition root: the only target that lists an adapter or a front

    .executableTarget(
      name: "notesctl",
      dependencies: [
        "NotesCLI", "NotesViewModels", "NotesSync", "NotesNetwork", "NotesHTTPClient", "NotesServer",
        "NotesHTTPServer", "NotesPersistence", "NotesDomain", "WiringContext", "Wiring",
      ],
      swiftSettings: strict),

    // MARK: Support for tests: fakes and contracts, and simulations of whole systems

    support("TestSupport", ["NotesDomain", "Wiring"]),
    support("Simulation", fakes + ["NotesSync", "NotesNetwork", "NotesServer"]),
    support("HTTPSimulation", fakes + ["NotesSimulation", "NotesHTTPClient", "NotesHTTPServer", "NotesServer"]),

    // MARK: Tests: one target per target, and one for the shape of the whole

    tests(of: "Wiring", ["WiringTools"], exclude: ["Golden"]),
    tests(of: "WiringMacros", ["Wiring"], exclude: ["Fixtures", "Golden"]),
    tests(of: "WiringTesting", ["Wiring"]),
    tests(of: "WiringTools", ["Wiring"], exclude: ["Golden"]),
    tests(of: "WiringServiceLifecycle", ["Wiring", .serviceLifecycle, .logging]),
    tests(of: "WiringContext", ["WiringMacros", "Wiring", .configuration], exclude: ["Golden", "Guide", "Samples"]),
    tests(of: "NotesDomain"),
    tests(of: "NotesPersistence", fakes + [.grdb]),
    tests(of: "NotesHTTPAPI", ["NotesDomain", "NotesTestSupport"]),
    tests(of: "NotesSync", fakes),
    tests(of: "NotesNetwork", fakes + ["NotesHTTPAPI", "NotesServer"]),
    tests(of: "NotesServer", fakes),
    tests(
      of: "NotesHTTPClient",
      fakes + ["NotesHTTPServer", "NotesServer", "NotesHTTPAPI", .nioCore, .nioPosix, .nioSSL]),
    tests(
      of: "NotesHTTPServer",
      fakes + [
        "NotesServer", "NotesHTTPAPI", .hummingbird, .hummingbirdTesting, .hummingbirdCore, .nioSSL, .nioEmbedded,
        .nioPosix, .nioHTTPTypes, .httpTypes, .nioCore, .logging,
      ]),
    tests(of: "NotesViewModels", fakes + ["NotesSync"]),
    tests(of: "NotesCLI", fakes + ["NotesViewModels"], exclude: ["Golden"]),
    tests(of: "NotesTestSupport", ["NotesDomain", "Wiring"]),
    tests(of: "NotesSimulation", fakes + adapters),
    tests(of: "NotesHTTPSimulation", ["NotesSimulation"]),
    tests(of: "notesctl", fakes + adapters + ["NotesCLI", "NotesViewModels", "WiringContext", "WiringTesting"]),
    // What older containers and articles promise, row by row, and what users of newer ones rely on.
    .testTarget(
      name: "SeedConformanceTests",
      dependencies: ["Wiring", "WiringMacros", "WiringTesting"] + (isLibraryOnly ? [] : ["WiringContext", "CSQLite"]),
      exclude: isLibraryOnly ? ["Files"] : [], swiftSettings: strict),
    .testTarget(
      name: "PeerExpectationTests", dependencies: ["Wiring", "WiringMacros", "WiringTesting"], swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
  ] + tools
)

// MARK: - How targets are declared

/// The one settings block: every target compiles under the same strict rules.
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

/// A layer of Notes: the target `Notes<folder>` in `Sources/Notes/<folder>`.
func layer(_ folder: String, _ dependencies: [Target.Dependency], resources: [String] = []) -> Target {
  .target(
    name: "Notes" + folder, dependencies: dependencies, path: "Sources/Notes/" + folder,
    resources: resources.map { .embedInCode($0) }, swiftSettings: strict + fuzzing)
}

/// A target that only tests and tools list: `Notes<folder>` in `Tests/Support/<folder>`.
func support(_ folder: String, _ others: [Target.Dependency]) -> Target {
  .target(
    name: "Notes" + folder, dependencies: others, path: "Tests/Support/" + folder, swiftSettings: strict + fuzzing)
}

/// What the tests of most layers use.
nonisolated var fakes: [Target.Dependency] { ["NotesDomain", "NotesTestSupport", "Wiring"] }
nonisolated var adapters: [Target.Dependency] { ["NotesSync", "NotesNetwork", "NotesServer", "NotesPersistence"] }

/// The tests of a target, in a target named after it.
func tests(of target: String, _ others: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: target + "Tests", dependencies: [.byName(name: target)] + others, exclude: exclude, swiftSettings: strict)
}

extension Target.Dependency {
  static var argumentParser: Self { .product(name: "ArgumentParser", package: "swift-argument-parser") }
  static var asyncHTTPClient: Self { .product(name: "AsyncHTTPClient", package: "async-http-client") }
  static var configuration: Self { .product(name: "Configuration", package: "swift-configuration") }
  static var coreMetrics: Self { .product(name: "CoreMetrics", package: "swift-metrics") }
  static var crypto: Self { .product(name: "Crypto", package: "swift-crypto") }
  static var cryptoExtras: Self { .product(name: "CryptoExtras", package: "swift-crypto") }
  static var grdb: Self { .product(name: "GRDB", package: "GRDB.swift") }
  static var httpTypes: Self { .product(name: "HTTPTypes", package: "swift-http-types") }
  static var hummingbird: Self { .product(name: "Hummingbird", package: "hummingbird") }
  static var hummingbirdCore: Self { .product(name: "HummingbirdCore", package: "hummingbird") }
  static var hummingbirdTesting: Self { .product(name: "HummingbirdTesting", package: "hummingbird") }
  static var hummingbirdTLS: Self { .product(name: "HummingbirdTLS", package: "hummingbird") }
  static var logging: Self { .product(name: "Logging", package: "swift-log") }
  static var nioCore: Self { .product(name: "NIOCore", package: "swift-nio") }
  static var nioEmbedded: Self { .product(name: "NIOEmbedded", package: "swift-nio") }
  static var nioHTTP1: Self { .product(name: "NIOHTTP1", package: "swift-nio") }
  static var nioHTTPTypes: Self { .product(name: "NIOHTTPTypes", package: "swift-nio-extras") }
  static var nioPosix: Self { .product(name: "NIOPosix", package: "swift-nio") }
  static var nioSSL: Self { .product(name: "NIOSSL", package: "swift-nio-ssl") }
  static var serviceLifecycle: Self { .product(name: "ServiceLifecycle", package: "swift-service-lifecycle") }
  static var unixSignals: Self { .product(name: "UnixSignals", package: "swift-service-lifecycle") }
}

// MARK: - The macros, built in one of two ways

/// The folder of a toolchain's own SwiftSyntax, `lib/swift/host`. The macros are then built against it, and swift-syntax is
/// neither fetched nor built. See docs/decisions/0018-macros-and-two-ways-to-build-them.md.
nonisolated var toolchainSyntax: String? {
  Context.environment["WIRING_TOOLCHAIN_SYNTAX"].flatMap { $0.isEmpty ? nil : $0 }
}

nonisolated var swiftSyntaxPackage: [Package.Dependency] {
  toolchainSyntax == nil ? [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")] : []
}

/// The compiler plugin that expands the macros.
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
    ])
}

// MARK: - Tools, which everyday builds leave out

/// The benchmarks of Notes and the runners of its simulations (see scripts/bench and scripts/simulate). They use what only
/// targets of this package see; the tools of Wiring are packages of their own, beside their sources.
nonisolated var tools: [Target] {
  func tool(_ name: String, _ dependencies: [Target.Dependency], path: String) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "scripts/" + path, swiftSettings: strict)
  }
  if Context.environment["NOTES_TOOLS"] == nil { return [] }
  return [
    .target(
      name: "NotesBenchmarkCorpus", dependencies: ["NotesDomain"], path: "scripts/benchmarks/corpus",
      swiftSettings: strict),
    tool(
      "repository-benchmark", ["NotesBenchmarkCorpus", "NotesPersistence", "NotesDomain", "Wiring", "CSQLite"],
      path: "benchmarks/repository"),
    tool("sync-benchmark", adapters + ["NotesBenchmarkCorpus", "NotesDomain", "Wiring"], path: "benchmarks/sync"),
    tool("server-floor", [.hummingbird, .httpTypes, .nioCore, .logging], path: "benchmarks/server-floor"),
    tool(
      "server-load", ["NotesBenchmarkCorpus", "NotesHTTPAPI", "NotesDomain", .nioCore, .nioPosix],
      path: "benchmarks/server-load"),
    tool("simulate", ["NotesSimulation"], path: "simulation"),
    tool("simulate-http", ["NotesHTTPSimulation", "NotesSimulation"], path: "simulation-http"),
  ] + fuzzer
}

/// The parsers under libFuzzer, whose library scripts/fuzz names.
nonisolated var fuzzer: [Target] {
  guard let runtime = Context.environment["FUZZER_RUNTIME"] else { return [] }
  let flags = ["-Xlinker", "--whole-archive", runtime, "-Xlinker", "--no-whole-archive"]
  return [
    .target(name: "FuzzerDriver", path: "scripts/fuzzers/Driver"),
    .executableTarget(
      name: "fuzzer",
      dependencies: [
        "FuzzerDriver", "NotesHTTPSimulation", "NotesHTTPServer", "NotesHTTPAPI", "NotesServer", "NotesPersistence",
        "NotesDomain", "WiringContext", "Wiring", .hummingbird, .hummingbirdTesting, .httpTypes, .nioCore,
      ],
      path: "scripts/fuzzers/parsers", swiftSettings: strict,
      linkerSettings: [.unsafeFlags(flags), .linkedLibrary("stdc++")]),
  ]
}

/// The setting that lets libFuzzer see which branches an input takes, and call internal parsers (see scripts/fuzz).
nonisolated var fuzzing: [SwiftSetting] {
  let flags = ["-sanitize=fuzzer", "-parse-as-library", "-enable-testing"]
  return Context.environment["WIRING_FUZZING"] == nil ? [] : [.unsafeFlags(flags)]
}

// MARK: - The library alone

/// Whether only Wiring and what goes with it without other packages is built, as under the thread sanitizer (see
/// scripts/test). The packages stay listed, unused: without them SwiftPM would delete Package.resolved.
nonisolated var isLibraryOnly: Bool { Context.environment["WIRING_ONLY"] != nil }
if isLibraryOnly {
  func isPartOfIt(_ name: String) -> Bool {
    ["Wiring", "CWiring", "SeedConformance", "PeerExpectation"].contains { name.hasPrefix($0) }
      && !name.hasPrefix("WiringServiceLifecycle") && !name.hasPrefix("WiringContext")
  }
  package.products.removeAll { !isPartOfIt($0.name) }
  package.targets.removeAll { !isPartOfIt($0.name) }
}
