import Testing

/// The shape of this package, checked on the package itself. That each rule can fail is shown by `RulesTests`.
@Suite struct ArchitectureTests {
  /// The files that may step around the compiler's checks; each says above the line why it is right.
  static let filesWithEscapes: Set = [
    // The container: what is linked once, and read without a lock ever after.
    "Sources/Wiring/Binding/Declaration.swift",
    "Sources/Wiring/Runtime/Nodes/Node.swift",
    "Sources/Wiring/Runtime/Nodes/ResolutionFrame.swift",
    "Sources/Wiring/Runtime/Nodes/Cell.swift",
    "Sources/Wiring/Runtime/Nodes/LinkedDependency.swift",
    "Sources/Wiring/Runtime/ObjectsByArguments.swift",
    "Sources/Wiring/Runtime/Lifecycle/Lifecycle.swift",
    "Sources/Wiring/Runtime/WeakReference.swift",
    "Sources/Wiring/Runtime/Initialization/ConditionMutex.swift",
    "Sources/Wiring/Runtime/ContainerStorage.swift",
    "Sources/Wiring/Diagnostics/LeakCheck.swift",
    // Objects made late, and called where they lie; threads may share them.
    "Sources/WiringMacros/Interception/InterceptedCall.swift",
    "Sources/Wiring/Handles/ExistentialCache.swift",
    "Sources/Wiring/Handles/Lazy.swift",
    "Sources/Wiring/Handles/Provider.swift",
    // The bytes of a key, which cryptographic libraries hand out in no other way.
    "Sources/Notes/Server/Accounts/ScryptPasswordHasher.swift",
    "Sources/Notes/Encryption/Cipher/KeyDerivation.swift",
    // Functions of the C library that Swift's modules of it lack.
    "Sources/Notes/HTTPServer/Server/ProcessLimits.swift",
    "Sources/Notes/Files/FileSystemSync.swift",
    // Bytes in memory, which the C library compares many at once.
    "Sources/Notes/Domain/System/Bytes.swift",
    // Generated code that passes on a `sending` argument once.
    "Sources/WiringMacrosPlugin/Proxies/ForwardingMember.swift",
    // A parser on a thread with a large stack, for which its caller waits.
    "Sources/WiringContext/Readers/YAMLNesting.swift",
    // What the linker gathered, and what the compiler says of classes, read where it lies.
    "Sources/Wiring/Handles/ComponentRecord.swift",
    "Sources/WiringDefinitions/Components/ComponentRecords.swift",
    "Sources/Wiring/Keys/Conformances.swift",
    // Calls of the system that take pointers.
    "Sources/Notes/CLI/Terminal/ChildProcess.swift",
    "Sources/Notes/CLI/Terminal/FileDescriptor.swift",
    // A transaction that goes on from one use of the connection to the next; nothing that concerns memory.
    "Sources/Notes/Persistence/SQLite/Connection/StoreOpener.swift",
    // Files as bytes: read, checked and written without a copy for each step.
    "Sources/Notes/Files/Markdown/MarkdownFileEnumerator.swift",
    "Sources/Notes/Disk/FileContents.swift",
    "Sources/Notes/FrontMatter/MarkdownFile.swift",
    // SQLite's rows and functions, which are pointers into its memory.
    "Sources/Notes/Persistence/SQLite/Connection/SQLStatement.swift",
    "Sources/Notes/Persistence/SQLite/Search/LiteralCondition.swift",
    "Sources/Notes/Persistence/SQLite/Search/NoteWordTokenizer.swift",
    "Sources/Notes/Persistence/SQLite/Connection/SQLRow.swift",
    // libpq, which takes and returns pointers; and a connection that only blocks of its own queue use.
    "Sources/Notes/Postgres/Connection/Libpq.swift",
    "Sources/Notes/Postgres/Connection/PostgresAddress.swift",
    "Sources/Notes/Postgres/Connection/PostgresWorker.swift",
    "Sources/Notes/Postgres/Connection/PostgresRow.swift",
    "Sources/Notes/Postgres/Connection/PostgresValue.swift",
    // The arguments as the system has them: Swift's own repair invalid bytes.
    "Sources/notesctl/Notesctl.swift",
    // md4c, which is given the text, and gives back pieces of it, as pointers.
    "Sources/Notes/Markdown/MarkdownParser.swift",
  ]

  let manifest: Manifest
  let sources: [SourceFile]

  init() throws {
    manifest = try Checkout.manifest.get()
    sources = try Checkout.swiftFiles(under: "Sources")
  }

  @Test func `no tool left a file at the top level`() throws {
    let parts: Set = [
      "CHANGELOG.md", "Dockerfile", "Examples", "LICENSE", "Package.swift", "README.md", "Resources", "Sources",
      "Tests", "docs", "scripts",
    ]
    // What builds and releases write; version control ignores it.
    let written: Set = ["Package.resolved", "dist"]
    #expect(try Checkout.topLevel().subtracting(parts).subtracting(written) == [])
  }

  @Test func `every target stands in a layer`() {
    #expect(Rules.layers(manifest) == [])
  }

  @Test func `every arrow points down, and only the root lists adapters and fronts`() {
    #expect(Rules.dependencies(manifest) == [])
  }

  @Test func `every import is listed in the manifest`() throws {
    #expect(Rules.imports(manifest, files: sources + (try Checkout.swiftFiles(under: "Tests"))) == [])
  }

  @Test func `in the core, only protocols carry the container's attributes`() {
    #expect(Rules.attributes(manifest, files: sources) == [])
  }

  @Test func `every target has the same strict settings`() {
    #expect(Rules.settings(manifest) == [])
  }

  @Test func `every target has its tests`() {
    #expect(Rules.testTargets(manifest) == [])
  }

  @Test func `every wired layer has its module in the file of its name`() throws {
    #expect(Rules.modules(manifest, files: sources + (try Checkout.swiftFiles(under: "Tests/Support"))) == [])
  }

  @Test func `only files that say why step around the compiler's checks`() {
    #expect(Rules.escapes(in: sources, allowed: Self.filesWithEscapes) == [])
  }

  @Test func `only the types of revisions, batches and keyrings compute with their numbers`() {
    let types = ["Sync/Revision", "Sync/PushBatch", "Encryption/KeyringGeneration"]
    #expect(Rules.arithmetic(in: sources, allowed: Set(types.map { "Sources/Notes/Domain/\($0).swift" })) == [])
  }

  @Test func `no source file is longer than 400 lines`() {
    #expect(Rules.length(of: sources) == [])
  }

  @Test func `the diagram in docs/modules.md is the manifest`() throws {
    let diagram = ModuleDiagram(markdown: try Checkout.file("docs/modules.md").text)
    #expect(diagram.differences(from: manifest) == [])
  }

  @Test func `the README has no badges`() throws {
    #expect(Rules.badges(in: try Checkout.file("README.md")) == [])
  }
}
