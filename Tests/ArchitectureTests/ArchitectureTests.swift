import Testing

/// The shape of this package, checked on the package itself. That each rule can fail is shown by `RulesTests`.
@Suite struct ArchitectureTests {
  /// The files that may step around the compiler's checks; each says above the line why it is right.
  static let filesWithEscapes: Set = [
    // The container: what is linked once, and read without a lock ever after.
    "Sources/Wiring/Declaring/Declaration.swift",
    "Sources/Wiring/Linking/AnyNode.swift",
    "Sources/Wiring/Linking/ContainerReference.swift",
    "Sources/Wiring/Linking/Frame.swift",
    "Sources/Wiring/Linking/Kept.swift",
    "Sources/Wiring/Linking/LateNode.swift",
    "Sources/Wiring/Linking/Linker+Modifiers.swift",
    "Sources/Wiring/Linking/Monitor.swift",
    "Sources/Wiring/Linking/Node.swift",
    "Sources/Wiring/Linking/NodeList.swift",
    "Sources/Wiring/Linking/Shared.swift",
    "Sources/Wiring/Linking/SingletonCell.swift",
    "Sources/Wiring/Linking/Slot.swift",
    "Sources/Wiring/Linking/WeakCell.swift",
    "Sources/Wiring/Running/LeakCheck.swift",
    // Objects made late, and called where they lie; threads may share them.
    "Sources/Wiring/Intercepting/InterceptedCall.swift",
    "Sources/Wiring/Intercepting/ObjectViews.swift",
    "Sources/Wiring/Relating/LazyObject.swift",
    "Sources/Wiring/Relating/Provider.swift",
    // The bytes of a key, which cryptographic libraries hand out in no other way.
    "Sources/Notes/Server/Accounts/ScryptPasswordHasher.swift",
    // Generated code that lets go of what it was sent.
    "Sources/WiringMacrosPlugin/StandingIn/Member.swift",
    // What the linker gathered, and what the compiler says of classes, read where it lies.
    "Sources/Wiring/Defining/ComponentRecords.swift",
    "Sources/Wiring/Defining/MarkedSubclasses.swift",
    "Sources/Wiring/Defining/ProgramConformances.swift",
    // A file's bytes, read without a copy for each step.
    "Sources/WiringContext/Reading/ContextFile.swift",
    // Calls of the system that take pointers.
    "Sources/Notes/CLI/Console/ChildProcess.swift",
    "Sources/Notes/CLI/Console/StandardConsole.swift",
    // A transaction that goes on from one use of the connection to the next; nothing that concerns memory.
    "Sources/Notes/Storage/SQLite/StoreOpening.swift",
    // Files as bytes: read, checked and written without a copy for each step.
    "Sources/Notes/Storage/Markdown/MarkdownFile.swift",
    "Sources/Notes/Storage/Markdown/VaultFolder.swift",
    "Sources/Notes/Storage/System/FileBytes.swift",
    "Sources/Notes/Storage/System/PrivateFiles.swift",
    "Sources/WiringContext/Reading/ContextFile.swift",
    // SQLite's rows and functions, which are pointers into its memory.
    "Sources/Notes/Storage/SQLite/SQLStatement.swift",
    "Sources/Notes/Storage/SQLite/HoldsFunction.swift",
    "Sources/Notes/Storage/SQLite/SQLRow.swift",
    "Sources/Notes/Storage/SQLite/StoreHeader.swift",
    "Sources/Notes/Storage/SQLite/WriteAheadLog.swift",
  ]

  let manifest: Manifest
  let sources: [SourceFile]

  init() throws {
    manifest = try Checkout.manifest.get()
    sources = try Checkout.swiftFiles(under: "Sources")
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

  @Test func `in the core, only ports carry the container's attributes`() {
    #expect(Rules.attributes(manifest, files: sources) == [])
  }

  @Test func `every target has the same strict settings`() {
    #expect(Rules.settings(manifest) == [])
  }

  @Test func `every target has its tests`() {
    #expect(Rules.testTargets(manifest) == [])
  }

  @Test func `every wired layer has its module in the file of its name`() {
    #expect(Rules.modules(manifest, files: sources) == [])
  }

  @Test func `only files that say why step around the compiler's checks`() {
    #expect(Rules.escapes(in: sources, allowed: Self.filesWithEscapes) == [])
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
