import Testing

/// The page for users of other containers can be pasted: a section imports what it uses, and shows the types that it names.
@Suite("Pasting from the page")
struct PastingTests {
  private let sections: [QuotingPage.Section]

  init() throws {
    sections = try QuotingPage("coming-from.md").sections
  }

  @Test("a section begins with its imports")
  func imports() {
    #expect(!sections.isEmpty)
    for section in sections {
      #expect(section.code.first?.hasPrefix("import ") == true, "\(section.title)")
      let lines = Set(section.code.flatMap { $0.split(separator: "\n") })
      #expect(lines.contains("import Testing") || !section.usesTesting, "\(section.title)")
    }
  }

  @Test("a section shows or links each declaration of these tests that it names")
  func names() throws {
    let declared = try Set(Checkout.testSources().flatMap(\.declarations))
    #expect(declared.isSuperset(of: ["SGService", "plan("]))
    for section in sections {
      let code = section.code.joined(separator: "\n")
      let known = try Set(section.files.flatMap { try Checkout.text($0).declarations } + code.declarations)
      // Also in literals, where a scan and a file name components.
      let words = Set(code.matches(of: #/\b[A-Za-z]\w*\(?/#).map { String($0.output) })
      let used = declared.filter { words.contains($0) || words.contains("\($0)(") }
      #expect(used.subtracting(known) == [], "\(section.title)")
    }
  }
}

extension QuotingPage.Section {
  fileprivate var usesTesting: Bool { code.contains { $0.contains("#expect") || $0.contains("Issue.record") } }
}

extension String {
  /// The types that a source declares, and its global functions with a parenthesis, which tells them from variables.
  fileprivate var declarations: [String] {
    let types = matches(of: #/(?:class|struct|protocol|enum|actor|typealias) ([A-Z]\w*)/#).map { String($0.output.1) }
    return types + split(separator: "\n").compactMap { $0.prefixMatch(of: #/func (\w+)/#).map { "\($0.output.1)(" } }
  }
}
