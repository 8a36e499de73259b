import Testing

/// The expectations as a whole: that each peer has its tests, and that each difference has its explanation.
@Suite("Coverage of the peers")
struct CoverageTests {
  private static let peers = [
    "Swinject", "Factory", "SwiftDependencies", "Cleanse", "Knit", "DITranquillity", "Needle",
  ]

  /// The names of a peer's tests, as its files declare them.
  private static func names(of peer: String) throws -> [String] {
    try Checkout.tests(inFilesWithPrefix: "\(peer)Expectations").matches(of: #/@Test\(\s*"([^"]+)"/#)
      .map { String($0.output.1) }
  }

  @Test("Each peer has at least ten behaviours, each with a sentence of its own", arguments: peers)
  func peer(_ peer: String) throws {
    let names = try Self.names(of: peer)

    #expect(names.count >= 10)
    #expect(Set(names).count == names.count)
  }

  @Test("There are at least 120 behaviours")
  func total() throws {
    let names = try Self.peers.flatMap { try Self.names(of: $0) }

    #expect(names.count >= 120)
  }

  @Test("A link to a heading that its page does not have is refused")
  func missingHeading() {
    let link = PageLink("docs/errors/W001.md#a-heading-of-another-page")

    #expect(throws: MissingHeading(link: "docs/errors/W001.md#a-heading-of-another-page")) { try link.check() }
  }

  @Test("A link to a page that does not exist is refused")
  func missingPage() {
    #expect(throws: (any Error).self) { try PageLink("docs/errors/W999.md#why-it-is-an-error").check() }
  }

  @Test("A heading inside a block of code is not a target of links")
  func headingInCode() {
    // The samples of this page have lines such as `#expect(…)`.
    #expect(throws: MissingHeading.self) {
      try PageLink("docs/coming-from.md#expectpersonsayhi--hello-world").check()
    }
  }
}
