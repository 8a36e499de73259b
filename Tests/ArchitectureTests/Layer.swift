/// The place of a target in the architecture. This file is the architecture: every rule about arrows reads from here.
enum Layer: String, CaseIterable {
  case records, library, macros, plugin, tools, testing, services, context, core, part, transfer, shared, wire, adapter,
    markdown,
    state,
    front,
    root, support, simulation, tests

  /// The layer of each target; test targets need no entry.
  static let ofTarget: [String: Layer] = [
    "CBuildInfo": .records,
    "CPostgres": .records,
    "CWiringPage": .records,
    "CWiringRecords": .records,
    "Wiring": .library,
    "WiringDefinitions": .library,
    "WiringMacros": .macros,
    "WiringMacrosPlugin": .plugin,
    "WiringTools": .tools,
    "WiringTesting": .testing,
    "WiringServiceLifecycle": .services,
    "WiringContext": .context,
    "NotesDomain": .core,
    "NotesFronts": .part,
    "NotesTransfer": .transfer,
    "NotesFrontMatter": .shared,
    "NotesArchives": .adapter,
    "NotesHosting": .part,
    "NotesHTTPAPI": .wire,
    "NotesDisk": .shared,
    "NotesFiles": .adapter,
    "NotesPersistence": .adapter,
    "NotesPostgres": .adapter,
    "NotesSync": .adapter,
    "NotesEncryption": .adapter,
    "NotesNetwork": .adapter,
    "NotesServer": .adapter,
    "NotesHTTPClient": .adapter,
    "NotesHTTPServer": .adapter,
    "NotesMarkdown": .markdown,
    "NotesViewModels": .state,
    "NotesCLI": .front,
    "NotesWeb": .front,
    "notesctl": .root,
    "NotesTestSupport": .support,
    "NotesSimulation": .simulation,
    "NotesHTTPSimulation": .simulation,
  ]

  /// The layers whose targets it may list as dependencies.
  ///
  /// Only the root and the simulation list adapters, so that an adapter knows no other adapter. Only tests and the simulation
  /// list the fakes.
  var mayList: Set<Layer> {
    switch self {
    case .records, .plugin, .markdown: []
    case .library: [.records, .library]
    case .macros: [.library, .plugin]
    // The attributes on its ports; see docs/decisions/0019-attributes-on-ports.md.
    case .core: [.macros]
    // The issues of tests are where the tools find a binding's file.
    case .testing: [.library, .tools]
    case .tools: [.library, .records]
    case .services, .context: [.library]
    // What only fronts, servers or transfers need of the core, apart from it so that the others do not see it.
    case .part, .wire: [.core]
    case .transfer: [.library, .core]
    // What several adapters use: calls of the system, the format of files.
    case .shared: [.core, .transfer]
    case .adapter: [.records, .library, .macros, .services, .core, .part, .transfer, .shared, .wire]
    case .state, .support: [.library, .macros, .core, .part, .transfer]
    case .front: [.library, .tools, .macros, .core, .part, .transfer, .markdown, .state]
    case .root: [.records, .library, .macros, .context, .core, .part, .transfer, .state, .adapter, .front]
    // It plays both sides of sync, over fakes, and over HTTP the same again.
    case .simulation: [.library, .core, .part, .transfer, .adapter, .support, .simulation]
    case .tests: Set(Layer.allCases).subtracting([.tests])
    }
  }

  /// Whether it may list products of other packages.
  var mayListPackages: Bool {
    switch self {
    case .plugin, .services, .context, .shared, .adapter, .markdown, .front, .tests: true
    case .records, .library, .macros, .tools, .testing, .core, .part, .transfer, .wire, .state, .root, .support,
      .simulation:
      false
    }
  }

  /// The modules of the system and the toolchain that it may import.
  var systemModules: Set<String> {
    switch self {
    case .records: []
    case .library, .macros, .services, .markdown: Self.standardModules
    case .testing: Self.standardModules.union(["Testing"])
    case .plugin: Self.standardModules.union(Self.swiftSyntax)
    case .tools, .context: Self.standardModules.union(Self.foundation)
    case .core, .part, .transfer, .shared, .wire, .adapter, .state, .front, .root, .simulation:
      Self.standardModules.union(Self.foundation)
    case .support: Self.standardModules.union(Self.foundation).union(["Testing"])
    // The guides show user interfaces where they exist.
    case .tests: Self.standardModules.union(Self.foundation).union(["Testing", "SwiftUI", "UIKit"])
    }
  }

  /// Whether its folder has a dependency-injection module, the layer's public face.
  var hasModule: Bool {
    switch self {
    case .transfer, .adapter, .state, .front, .support: true
    case .records, .library, .macros, .plugin, .tools, .testing, .services, .context, .core, .part, .shared, .wire,
      .markdown,
      .root,
      .simulation, .tests:
      false
    }
  }

  /// Whether its targets are written in C: Swift's settings and imports mean nothing there.
  var isC: Bool { self == .records }

  private static let standardModules: Set = [
    "_Concurrency", "Synchronization", "Observation", "Dispatch", "Glibc", "Musl", "Darwin", "Android",
  ]
  /// The toolchain's own SwiftSyntax, which the manifest need not list.
  private static let swiftSyntax: Set = [
    "SwiftBasicFormat", "SwiftCompilerPlugin", "SwiftCompilerPluginMessageHandling", "SwiftDiagnostics", "SwiftParser",
    "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros",
  ]
  private static let foundation: Set = ["Foundation", "FoundationEssentials"]
}
