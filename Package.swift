// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

let package = Package(
  name: "wiring",
  platforms: [.macOS(.v15), .iOS(.v18)],
  // No executable: a package that uses this one would fetch whatever it needs. The program is built here without one.
  products: [
    "Wiring", "WiringDefinitions", "WiringMacros", "WiringTesting", "WiringTools", "WiringServiceLifecycle",
    "WiringContext",
  ].map { .library(name: $0, targets: [$0]) } + [.plugin(name: "WiringPlugin", targets: ["WiringPlugin"])],
  // The products with packages of their own, which are fetched only for those who say so; see docs/decisions/0054-traits.md.
  // By default one trait at most: SwiftPM gives several to the compiler in an order that differs from run to run, and then
  // compiles everything again.
  traits: ["Macros", "ContextFiles", "ServiceLifecycle", "All", .default(enabledTraits: isFetched ? [] : ["All"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", "5.4.0"..<"7.0.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.0.0", traits: ["YAML"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
  ] + swiftSyntax,
  targets: [
    // MARK: Wiring, the container: no dependency, no Foundation

    module("Wiring", ["CWiringRecords"]),
    module("WiringDefinitions", ["Wiring", "CWiringRecords"], flags: fuzzing),
    module("WiringMacros", ["WiringDefinitions", "Wiring", "WiringMacrosPlugin"]),
    macroPlugin("WiringMacrosPlugin"),
    module("WiringTesting", ["WiringTools", "Wiring"]),
    // `swift package wiring`: the library answers inside a program, which the plugin builds and runs.
    module("WiringTools", ["Wiring", "CWiringPage"]),
    .plugin(
      name: "WiringPlugin", capability: .command(intent: .custom(verb: "wiring", description: "Check a plan.")),
      path: "Sources/WiringPlugin"),
    module("WiringServiceLifecycle", ["Wiring", "ServiceLifecycle", "UnixSignals", "Logging"]),
    module("WiringContext", ["WiringDefinitions", "Wiring", "Yams", "Configuration"], flags: fuzzing),
    // The style sheet and scripts of the page of a graph, which the C compiler embeds at no cost.
    .target(name: "CWiringPage", exclude: ["page"]),
    // What Swift cannot name: the linker symbols where the records of attributes begin and end, and a thread's stack.
    .target(name: "CWiringRecords"),

    // MARK: Notes: the core, with models, rules, ports and errors

    layer("Domain", ["WiringMacros"]),
    // Ports of one side only: what the fronts need from the machine they run on, and what a server keeps.
    layer("Fronts", ["NotesDomain"]),
    layer("Hosting", ["NotesDomain"]),
    // Import and export, over files that adapters read and write.
    layer("Transfer", ["NotesDomain", "Wiring"]),
    layer("HTTPAPI", ["NotesDomain"]),
    // The adapters: each implements ports of the core, and knows no other adapter.
    layer("Disk", ["NotesDomain"]),
    layer("FrontMatter", ["NotesTransfer", "NotesDomain", "Yams"]),
    layer("Archives", ["NotesDisk", "NotesFrontMatter", "NotesTransfer", "NotesDomain", "Wiring", "Crypto"]),
    layer(
      "Files",
      [
        "NotesDisk", "NotesFrontMatter", "NotesTransfer", "NotesFronts", "NotesDomain", "WiringMacros", "Wiring",
        "Yams", "Crypto",
      ]),
    layer(
      "Persistence",
      ["NotesDisk", "NotesHosting", "NotesDomain", "WiringMacros", "Wiring", "CSQLite", "GRDB", "Crypto"],
      resources: ["Schema"]),
    // SQLite's C interface, for what GRDB does not offer, and libpq's, which is loaded on demand.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CPostgres"),
    layer("Postgres", ["NotesHosting", "NotesDomain", "Wiring", "CPostgres"], resources: ["Schema"]),
    layer("Sync", ["NotesDomain", "Wiring"]),
    layer("Encryption", ["NotesDomain", "Wiring", "Crypto", "CryptoExtras"]),
    layer("Network", ["NotesHTTPAPI", "NotesHosting", "NotesDomain", "WiringMacros", "Wiring"]),
    layer("Server", ["NotesHosting", "NotesDomain", "Wiring", "Crypto", "CryptoExtras"], resources: ["Passwords"]),
    layer(
      "HTTPClient",
      ["NotesHTTPAPI", "NotesDomain", "Wiring", "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL"]),
    layer(
      "HTTPServer",
      [
        "NotesHTTPAPI", "NotesHosting", "NotesFronts", "NotesDomain", "WiringServiceLifecycle", "Wiring", "Yams",
        "Hummingbird", "HummingbirdCore",
        "HummingbirdTLS", "HTTPTypes", "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOSSL",
        "CoreMetrics", "Logging", "Configuration", "ServiceLifecycle", "UnixSignals",
      ]),
    // Markdown as a tree, parsed by md4c, for the fronts.
    .systemLibrary(name: "CMarkdown", providers: [.apt(["libmd4c-dev"]), .brew(["md4c"])]),
    layer("Markdown", ["CMarkdown"]),
    // The fronts: state and actions, and what shows them.
    layer("ViewModels", ["NotesTransfer", "NotesFronts", "NotesDomain", "Wiring"]),
    layer(
      "CLI",
      [
        "NotesViewModels", "NotesMarkdown", "NotesHosting", "NotesFronts", "NotesTransfer", "NotesDomain",
        "WiringTools", "WiringMacros",
        "WiringDefinitions", "Wiring",
        "ArgumentParser",
      ]),
    layer(
      "Web",
      [
        "NotesViewModels", "NotesMarkdown", "NotesHosting", "NotesFronts", "NotesTransfer", "NotesDomain",
        "WiringTools", "Wiring",
        "Hummingbird", "HummingbirdCore",
        "HTTPTypes", "NIOCore", "Logging", "Mustache", "ServiceLifecycle", "Crypto",
      ], resources: ["Assets", "Templates"]),
    // The composition root: the only target that lists an adapter or a front. CBuildInfo has the commit of a release.
    program(
      "notesctl",
      adapters + [
        "NotesHTTPClient", "NotesHTTPServer", "NotesPostgres", "NotesEncryption", "NotesViewModels", "NotesCLI",
        "NotesWeb", "NotesHosting", "NotesFronts", "NotesTransfer", "NotesArchives", "NotesDomain", "WiringContext",
        "WiringDefinitions", "Wiring",
        "CBuildInfo",
      ], "Sources/notesctl"),
    .target(name: "CBuildInfo", cSettings: [.define("COMMIT", to: Context.environment["NOTESCTL_COMMIT"] ?? "")]),
    // Support for tests: fakes and contracts, and simulations of whole systems.
    layer(
      "TestSupport", in: "Tests/Support", ["NotesTransfer", "NotesHosting", "NotesFronts", "NotesDomain", "Wiring"]),
    layer("Simulation", in: "Tests/Support", fakes + ["NotesSync", "NotesEncryption", "NotesNetwork", "NotesServer"]),
    layer(
      "HTTPSimulation", in: "Tests/Support",
      fakes + ["NotesSimulation", "NotesHTTPClient", "NotesHTTPServer", "NotesServer"]),

    // MARK: Tests: one target per target, and one for the shape of the whole

    tests(of: "Wiring", ["WiringDefinitions", "WiringTools"], exclude: ["Golden"]),
    tests(of: "WiringDefinitions", ["Wiring"]),
    tests(of: "WiringMacros", ["WiringDefinitions", "Wiring"], exclude: ["Fixtures", "Golden"]),
    tests(of: "WiringTesting", ["WiringDefinitions", "Wiring"]),
    tests(
      of: "WiringTools", ["Wiring"] + (isLibraryOnly ? [] : ["Crypto"]),
      exclude: ["Golden"] + (isLibraryOnly ? ["GraphPageScriptTests.swift"] : [])),
    tests(of: "WiringServiceLifecycle", ["Wiring", "ServiceLifecycle", "UnixSignals", "Logging"]),
    tests(
      of: "WiringContext", ["WiringMacros", "WiringDefinitions", "Wiring", "Configuration"],
      exclude: ["Golden", "Guide", "Samples"]),
    tests(of: "NotesDomain", ["NotesTestSupport"]),
    tests(of: "NotesFronts", ["NotesTestSupport"]),
    tests(of: "NotesHosting", ["NotesDomain", "NotesTestSupport"]),
    tests(of: "NotesTransfer", fakes),
    tests(of: "NotesFrontMatter", fakes),
    tests(of: "NotesArchives", fakes + ["NotesFiles", "NotesFrontMatter", "NotesDisk"]),
    tests(of: "NotesDisk", ["NotesTestSupport"]),
    tests(of: "NotesFiles", fakes + ["NotesDisk", "NotesFrontMatter"]),
    tests(of: "NotesPersistence", fakes + ["NotesDisk", "WiringDefinitions", "GRDB"]),
    tests(of: "NotesPostgres", fakes + ["NotesServer"]),
    tests(of: "NotesHTTPAPI", ["NotesDomain", "NotesTestSupport"]),
    tests(of: "NotesSync", fakes),
    tests(of: "NotesEncryption", fakes + ["NotesSync", "NotesNetwork", "NotesServer", "Crypto"]),
    tests(of: "NotesNetwork", fakes + ["NotesHTTPAPI", "NotesServer"]),
    tests(of: "NotesServer", fakes),
    tests(
      of: "NotesHTTPClient",
      fakes + ["NotesHTTPServer", "NotesServer", "NotesHTTPAPI", "NIOCore", "NIOPosix", "NIOSSL"]),
    tests(
      of: "NotesHTTPServer",
      fakes + [
        "NotesServer", "NotesPostgres", "NotesHTTPAPI", "Hummingbird", "HummingbirdTesting", "HummingbirdCore",
        "NIOSSL", "NIOEmbedded", "NIOPosix", "NIOHTTP1", "NIOHTTPTypes", "HTTPTypes", "NIOCore", "Logging",
      ]),
    tests(of: "NotesMarkdown", ["NotesDomain"]),
    tests(of: "NotesViewModels", fakes + ["NotesSync", "WiringMacros"]),
    tests(of: "NotesCLI", fakes + ["NotesViewModels", "NotesMarkdown", "WiringDefinitions"], exclude: ["Golden"]),
    tests(
      of: "NotesWeb",
      fakes + ["NotesViewModels", "Hummingbird", "HummingbirdTesting", "HTTPTypes", "NIOCore", "Mustache", "Crypto"],
      exclude: ["Golden"]),
    tests(of: "NotesTestSupport", ["NotesDomain", "NotesFronts", "NotesTransfer", "Wiring"]),
    tests(of: "NotesSimulation", fakes + adapters + ["NotesPostgres"]),
    tests(of: "NotesHTTPSimulation", ["NotesSimulation", "NotesTestSupport"]),
    tests(
      of: "notesctl",
      fakes + adapters + ["NotesCLI", "NotesViewModels", "WiringContext", "WiringDefinitions", "WiringTesting"]),
    .testTarget(
      name: "SeedConformanceTests",
      dependencies: container + ["WiringDefinitions"] + (isLibraryOnly ? [] : ["WiringContext", "CSQLite"]),
      exclude: isLibraryOnly ? ["Files"] : [], swiftSettings: strict),
    // With the settings of a new app: the main actor is the default isolation.
    .testTarget(
      name: "WiringMainActorTests", dependencies: container,
      swiftSettings: strict + [.defaultIsolation(MainActor.self), .enableUpcomingFeature("InferIsolatedConformances")]),
    .testTarget(name: "PeerExpectationTests", dependencies: container, swiftSettings: strict),
    .testTarget(name: "MigrationTests", dependencies: container, swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
    // Examples, from one file up; see Examples/README.md.
    program("Hello", ["Wiring"], "Examples/Hello"),
    program("SmallNotes", ["Wiring"], "Examples/SmallNotes"),
    program("Plugins", ["WiringMacros"], "Examples/Plugins"),
    program("Server", ["Wiring", "Hummingbird"], "Examples/Server"),
    .testTarget(
      name: "ExamplesTests", dependencies: ["SmallNotes", "Server", "Wiring", "WiringTesting"],
      path: "Examples/Testing", swiftSettings: strict),
  ] + tools
)

// MARK: - How targets are declared

/// The one settings block: every target compiles under the same strict rules.
nonisolated var strict: [SwiftSetting] {
  ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault"]
    .map { .enableUpcomingFeature($0) } + [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
}

/// A part of the library, in the folder of its name.
func module(_ name: String, _ dependencies: [Target.Dependency], flags: [SwiftSetting] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict + flags)
}

/// A layer of Notes, or what only tests and tools list: the target `Notes<folder>` in `<parent>/<folder>`.
func layer(
  _ folder: String, in parent: String = "Sources/Notes", _ others: [Target.Dependency], resources: [String] = []
) -> Target {
  .target(
    name: "Notes" + folder, dependencies: others, path: "\(parent)/\(folder)",
    resources: resources.map { .embedInCode($0) }, swiftSettings: strict + fuzzing)
}

/// A program, with the path of its folder.
func program(_ name: String, _ dependencies: [Target.Dependency], _ path: String) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

/// What the tests of several targets use.
nonisolated var container: [Target.Dependency] { ["Wiring", "WiringMacros", "WiringTesting"] }
nonisolated var fakes: [Target.Dependency] {
  ["NotesDomain", "NotesFronts", "NotesHosting", "NotesTransfer", "NotesTestSupport", "Wiring"]
}
nonisolated var adapters: [Target.Dependency] {
  ["NotesSync", "NotesNetwork", "NotesServer", "NotesPersistence", "NotesFiles"]
}

/// The tests of a target, in a target named after it.
func tests(of target: String, _ others: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: target + "Tests", dependencies: [.byName(name: target)] + others, exclude: exclude, swiftSettings: strict)
}

// MARK: - Other packages, whose products targets list by name

/// Whether this is a dependency, which SwiftPM reads without a folder, and then keeps among its checkouts.
nonisolated var isFetched: Bool { Context.packageDirectory == "/" || Context.packageDirectory.contains("/checkouts/") }
let productsOfPackages = [
  "GRDB.swift": ["GRDB"], "Yams": ["Yams"], "async-http-client": ["AsyncHTTPClient"], "swift-nio-ssl": ["NIOSSL"],
  "hummingbird": ["Hummingbird", "HummingbirdCore", "HummingbirdTesting", "HummingbirdTLS"],
  "swift-argument-parser": ["ArgumentParser"], "swift-configuration": ["Configuration"], "swift-log": ["Logging"],
  "swift-mustache": ["Mustache"], "swift-crypto": ["Crypto", "CryptoExtras"], "swift-http-types": ["HTTPTypes"],
  "swift-metrics": ["CoreMetrics"],
  "swift-nio": ["NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOPosix"],
  "swift-nio-extras": ["NIOHTTPTypes", "NIOHTTPTypesHTTP1"],
  "swift-service-lifecycle": ["ServiceLifecycle", "UnixSignals"],
  "swift-syntax": syntaxModules + ["SwiftCompilerPlugin"],
]
let traitOfTarget = [
  "WiringMacrosPlugin": "Macros", "WiringContext": "ContextFiles", "WiringServiceLifecycle": "ServiceLifecycle",
]
for target in package.targets {
  let condition = traitOfTarget[target.name].flatMap { TargetDependencyCondition.when(traits: [$0, "All"]) }
  target.dependencies = target.dependencies.map { dependency in
    guard case .byNameItem(let name, _) = dependency,
      let package = productsOfPackages.first(where: { $0.value.contains(name) })?.key
    else { return dependency }
    return .product(name: name, package: package, moduleAliases: nil, condition: condition)
  }
}

// MARK: - The macros, built in one of two ways

/// The folder of a toolchain's own SwiftSyntax, `lib/swift/host`. The macros are then built against it, and swift-syntax is
/// neither fetched nor built. See docs/decisions/0018-macros-and-two-ways-to-build-them.md.
nonisolated var toolchainSyntax: String? {
  Context.environment["WIRING_TOOLCHAIN_SYNTAX"].flatMap { $0.isEmpty ? nil : $0 }
}
nonisolated var swiftSyntax: [Package.Dependency] {
  toolchainSyntax == nil ? [.package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0")] : []
}
nonisolated var syntaxModules: [String] {
  ["SwiftBasicFormat", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros"]
}

/// The compiler plugin that expands the macros.
func macroPlugin(_ name: String) -> Target {
  guard let host = toolchainSyntax else {
    let products = (syntaxModules + ["SwiftCompilerPlugin"]).map { Target.Dependency.byName(name: $0) }
    return .macro(name: name, dependencies: products, swiftSettings: strict)
  }
  let more = ["SwiftCompilerPluginMessageHandling", "SwiftSyntaxMacroExpansion", "SwiftOperators"]
  let libraries = (syntaxModules + more).map { "-l\($0)" }
  return .macro(
    name: name, swiftSettings: strict + [.unsafeFlags(["-I", host])],
    linkerSettings: [.unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host] + libraries)])
}

// MARK: - Tools, which everyday builds leave out

/// The benchmarks of Notes, and the runners of its simulations: see scripts/bench and scripts/simulate.
nonisolated var tools: [Target] {
  if Context.environment["NOTES_TOOLS"] == nil { return [] }
  return [
    layer("BenchmarkCorpus", in: "scripts/benchmarks", ["NotesDomain"]),
    program(
      "repository-benchmark", ["NotesBenchmarkCorpus", "NotesPersistence", "NotesDomain", "Wiring", "CSQLite"],
      "scripts/benchmarks/repository"),
    program(
      "sync-benchmark",
      adapters + ["NotesEncryption", "NotesBenchmarkCorpus", "NotesHosting", "NotesDomain", "Wiring"],
      "scripts/benchmarks/sync"),
    program(
      "live-benchmark",
      ["NotesPersistence", "NotesViewModels", "NotesTransfer", "NotesFronts", "NotesDomain", "Wiring"],
      "scripts/benchmarks/live"),
    program("server-floor", ["Hummingbird", "HTTPTypes", "NIOCore", "Logging"], "scripts/benchmarks/server-floor"),
    program(
      "server-load", ["NotesBenchmarkCorpus", "NotesHTTPAPI", "NotesDomain", "NIOCore", "NIOPosix"],
      "scripts/benchmarks/server-load"),
    program("simulate", ["NotesSimulation"], "scripts/simulation"),
    program("simulate-http", ["NotesHTTPSimulation", "NotesSimulation"], "scripts/simulation-http"),
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
        "FuzzerDriver", "NotesHTTPSimulation", "NotesTestSupport", "NotesHTTPServer", "NotesHTTPAPI", "NotesServer",
        "NotesFiles", "NotesArchives", "NotesFrontMatter", "NotesTransfer", "NotesSync", "NotesDomain", "WiringContext",
        "WiringDefinitions", "Wiring", "Hummingbird",
        "HummingbirdTesting", "HTTPTypes", "NIOCore",
      ],
      path: "scripts/fuzzers/parsers", swiftSettings: strict,
      linkerSettings: [.unsafeFlags(flags), .linkedLibrary("stdc++")]),
  ]
}

/// The setting that lets libFuzzer see branches and call internal parsers: see scripts/fuzz.
nonisolated var fuzzing: [SwiftSetting] {
  Context.environment["WIRING_FUZZING"] == nil
    ? [] : [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library", "-enable-testing"])]
}

/// Whether only what needs no packages is built. They stay listed: otherwise SwiftPM would delete Package.resolved.
nonisolated var isLibraryOnly: Bool { Context.environment["WIRING_ONLY"] != nil }
if isLibraryOnly {
  let names = #/(C?Wiring(?!Context|ServiceLifecycle)|SeedConformance|PeerExpectation|Migration).*/#
  package.products.removeAll { !$0.name.contains(names) }
  package.targets.removeAll { !$0.name.contains(names) }
}

/// The targets of tests that are built, of which scripts/test has the names; by default all of them.
if let names = Context.environment["WIRING_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
