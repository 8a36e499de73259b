import Testing

/// Keeps the tables of `docs/architecture.md` and `docs/testing.md` complete.
@Suite struct ArchitecturePageTests {
  /// The protocols of the core that are no ports: parts of a port, and kinds of values.
  private static let parts: Set<Substring> = [
    "FileWriter", "LinkedNotes", "RandomIdentifier", "Secret", "ServerBlobTransaction", "ServerTransaction",
    "SyncTransaction", "VaultTransport",
  ]

  @Test func `each port has a row, with its file`() throws {
    let page = try Checkout.file("docs/architecture.md").text
    let core = Layer.ofTarget.filter { [.core, .part, .transfer].contains($0.value) }.map {
      $0.key.dropFirst("Notes".count)
    }
    let ports = try core.flatMap { folder in
      try Checkout.swiftFiles(under: "Sources/Notes/\(folder)").flatMap { file in
        file.text.matches(of: /(?:^|\n)package protocol (\w+)/).map { (name: $0.1, path: file.path) }
      }
    }
    for port in ports where !Self.parts.contains(port.name) {
      #expect(page.contains("[\(port.name)](../\(port.path))"), "\(port.name)")
    }
    #expect(Self.parts.isSubset(of: ports.map(\.name)))
  }

  @Test func `each folder of Notes and each product has a row`() throws {
    let page = try Checkout.file("docs/architecture.md").text
    let files = try Checkout.swiftFiles(under: "Sources").map { $0.path.split(separator: "/") }
    let folders = Set(files.map { path in path.prefix(path[1] == "Notes" ? 3 : 2).joined(separator: "/") })
    for folder in folders.sorted() where folder != "Sources/WiringPlugin" {
      #expect(page.contains("](../\(folder))"), "\(folder)")
    }
  }

  @Test func `each contract has a row`() throws {
    let page = try Checkout.file("docs/testing.md").text
    let contracts = try Checkout.swiftFiles(under: "Tests/Support/TestSupport/Contracts").flatMap { file in
      file.text.matches(of: /\npackage enum (\w+Contract)\b/).map(\.1)
    }
    #expect(contracts.count > 30)
    for contract in contracts { #expect(page.contains("`\(contract)`"), "\(contract)") }
  }

  @Test func `each target of tests has a row`() throws {
    let page = try Checkout.file("docs/testing.md").text
    for target in try Checkout.manifest.get().targets where target.isTest {
      #expect(page.contains("`\(target.name)`"), "\(target.name)")
    }
  }
}
