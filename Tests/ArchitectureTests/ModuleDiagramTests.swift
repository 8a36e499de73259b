import Testing

/// Shows the comparison of docs/modules.md with the manifest each way in which they can differ.
@Suite struct ModuleDiagramTests {
  private let manifest = Manifest(targets: [
    .init(name: "App", folder: "Sources/App", dependencies: ["Core", "GRDB"]),
    .init(name: "Core", folder: "Sources/Core"),
    .init(name: "AppTests", isTest: true, folder: "Tests/AppTests", dependencies: ["App"]),
  ])

  private func differences(arrows: String, rows: String = "| `App` | the app |\n| `Core` | the core |") -> [String] {
    ModuleDiagram(markdown: "# Modules\n```mermaid\nflowchart TD\n\(arrows)\n```\n\(rows)\n").differences(
      from: manifest)
  }

  @Test func `the same arrows and rows are no difference`() {
    #expect(differences(arrows: "  App --> Core") == [])
  }

  @Test func `an arrow that the diagram lacks is found`() {
    #expect(differences(arrows: "") == ["the diagram lacks App --> Core"])
  }

  @Test func `an arrow that only the diagram has is found`() {
    #expect(differences(arrows: "  App --> Core\n  Core --> App") == ["the manifest lacks Core --> App"])
  }

  @Test(arguments: ["App -.-> Core", "App ==> Core", "App -->|uses| Core", "App --> Core & App"])
  func `an arrow written another way is found, since it would not be compared`(arrow: String) {
    #expect(differences(arrows: arrow).first == "the diagram has an arrow that is not written 'A --> B': \(arrow)")
  }

  @Test func `a row too few and a row too many are found`() {
    #expect(
      differences(arrows: "App --> Core", rows: "| `App` | the app |\n| `Common` | whatever |") == [
        "the table lacks Core", "the table has Common, which is no target",
      ])
  }

  @Test func `arrows outside the diagram do not count`() {
    let diagram = ModuleDiagram(markdown: "App --> Core\n```text\nApp --> Core\n```\n")
    #expect(diagram.arrows == [])
  }
}
