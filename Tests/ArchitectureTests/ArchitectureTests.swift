import Testing

/// The shape of this package, checked on the package itself. That each rule can fail is shown by `RulesTests`.
@Suite struct ArchitectureTests {
  /// The files of the library that may step around the compiler's checks; each explains why above the line.
  static let filesWithEscapes: Set<String> = []

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
