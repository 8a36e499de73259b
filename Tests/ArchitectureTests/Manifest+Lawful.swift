extension Manifest {
  /// A manifest that breaks no rule, to be changed into one that does.
  static let lawful = Manifest(
    targets: [
      Target(name: "CWiringRecords", folder: "Sources/CWiringRecords", dependencies: [], settings: []),
      Target(name: "CBuildInfo", folder: "Sources/CBuildInfo", dependencies: [], settings: []),
      Target(name: "CPostgres", folder: "Sources/CPostgres", dependencies: [], settings: []),
      Target(name: "CWiringPage", folder: "Sources/CWiringPage", dependencies: [], settings: []),
      target("Wiring", in: "Sources/Wiring", ["CWiringRecords"]),
      target("WiringDefinitions", in: "Sources/WiringDefinitions", ["CWiringRecords", "Wiring"]),
      target("WiringContext", in: "Sources/WiringContext", ["Wiring", "Yams", "Configuration"]),
      target("WiringMacros", in: "Sources/WiringMacros", ["Wiring", "WiringMacrosPlugin"]),
      target("WiringMacrosPlugin", in: "Sources/WiringMacrosPlugin", ["SwiftSyntax"]),
      target("NotesDomain", in: "Sources/Notes/Domain", ["WiringMacros"]),
      target("WiringTools", in: "Sources/WiringTools", ["CWiringPage", "Wiring"]),
      target("WiringTesting", in: "Sources/WiringTesting", ["WiringTools", "Wiring"]),
      target("WiringServiceLifecycle", in: "Sources/WiringServiceLifecycle", ["Wiring", "ServiceLifecycle"]),
      target("WiringContext", in: "Sources/WiringContext", ["Wiring", "Yams"]),
      target("NotesFronts", in: "Sources/Notes/Fronts", ["NotesDomain"]),
      target("NotesHosting", in: "Sources/Notes/Hosting", ["NotesDomain"]),
      target("NotesTransfer", in: "Sources/Notes/Transfer", ["NotesDomain", "Wiring"]),
      target("NotesDisk", in: "Sources/Notes/Disk", ["NotesDomain"]),
      target("NotesFrontMatter", in: "Sources/Notes/FrontMatter", ["NotesTransfer", "NotesDomain", "Yams"]),
      target("NotesArchives", in: "Sources/Notes/Archives", ["NotesFrontMatter", "NotesDomain", "Wiring", "Crypto"]),
      target("NotesFiles", in: "Sources/Notes/Files", ["NotesDisk", "NotesDomain", "Wiring", "Yams"]),
      target("NotesPersistence", in: "Sources/Notes/Persistence", ["NotesDisk", "NotesDomain", "Wiring", "GRDB"]),
      target("NotesHTTPAPI", in: "Sources/Notes/HTTPAPI", ["NotesDomain"]),
      target("NotesPostgres", in: "Sources/Notes/Postgres", ["CPostgres", "NotesDomain", "Wiring"]),
      target("NotesSync", in: "Sources/Notes/Sync", ["NotesDomain", "Wiring"]),
      target("NotesEncryption", in: "Sources/Notes/Encryption", ["NotesDomain", "Wiring", "Crypto"]),
      target("NotesNetwork", in: "Sources/Notes/Network", ["NotesHTTPAPI", "NotesDomain", "Wiring"]),
      target("NotesServer", in: "Sources/Notes/Server", ["NotesDomain", "Wiring", "Crypto"]),
      target(
        "NotesHTTPClient", in: "Sources/Notes/HTTPClient", ["NotesHTTPAPI", "NotesDomain", "Wiring", "AsyncHTTPClient"]),
      target(
        "NotesHTTPServer", in: "Sources/Notes/HTTPServer",
        ["NotesHTTPAPI", "NotesDomain", "WiringServiceLifecycle", "Wiring", "Hummingbird"]),
      target("NotesViewModels", in: "Sources/Notes/ViewModels", ["NotesDomain", "Wiring"]),
      target("NotesMarkdown", in: "Sources/Notes/Markdown", ["CMarkdown"]),
      target(
        "NotesCLI", in: "Sources/Notes/CLI",
        ["NotesViewModels", "NotesMarkdown", "NotesDomain", "Wiring", "ArgumentParser"]),
      target(
        "NotesWeb", in: "Sources/Notes/Web", ["NotesViewModels", "NotesMarkdown", "NotesDomain", "Wiring", "Mustache"]),
      target("notesctl", in: "Sources/notesctl", ["NotesCLI", "NotesViewModels", "NotesPersistence", "Wiring"]),
      target("NotesTestSupport", in: "Tests/Support/TestSupport", ["NotesDomain", "Wiring"]),
      target("NotesSimulation", in: "Tests/Support/Simulation", ["NotesSync", "NotesTestSupport", "Wiring"]),
      target("NotesHTTPSimulation", in: "Tests/Support/HTTPSimulation", ["NotesSimulation", "Wiring"]),
    ].flatMap { target in
      [target, test(of: target)]
    })

  /// One file in each target's folder.
  var emptyFiles: [SourceFile] {
    targets.map { SourceFile(path: "\($0.folder)/Empty.swift", text: "") }
  }

  func adding(_ target: Target) -> Manifest {
    Manifest(targets: targets + [target, Manifest.test(of: target)])
  }

  func changing(_ name: String, _ change: (inout Target) -> Void) -> Manifest {
    var copy = self
    for index in copy.targets.indices where copy.targets[index].name == name { change(&copy.targets[index]) }
    return copy
  }

  private static func target(_ name: String, in folder: String, _ dependencies: [String] = []) -> Target {
    Target(name: name, folder: folder, dependencies: dependencies, settings: strict)
  }

  private static func test(of target: Target) -> Target {
    let name = target.name + "Tests"
    return Target(
      name: name, isTest: true, folder: "Tests/\(name)", dependencies: [target.name, "NotesTestSupport"],
      settings: strict)
  }

  private static let strict = [
    "swiftLanguageMode 6",
    "enableUpcomingFeature ExistentialAny",
    "enableUpcomingFeature MemberImportVisibility",
    "enableUpcomingFeature InternalImportsByDefault",
    "enableUpcomingFeature NonisolatedNonsendingByDefault",
    "treatAllWarnings error",
  ]
}
