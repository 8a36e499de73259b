import Testing

/// The pages that go with the container show code that is compiled, and no other.
@Suite struct GuidePageTests {
  @Test(arguments: [
    ("docs/wiring-testing.md", "Tests/WiringTestingTests/GuideTests.swift"),
    ("docs/wiring-lifecycle.md", "Tests/WiringServiceLifecycleTests/GuideTests.swift"),
    ("docs/context-files.md", "Tests/WiringContextTests/GuideTests.swift"),
    ("docs/components.md", "Tests/WiringMacrosTests/ComponentGuideTests.swift"),
    ("docs/sync.md", "Tests/NotesSimulationTests/SyncGuideTests.swift"),
    ("docs/a-request.md", "Tests/NotesHTTPServerTests/RequestGuideTests.swift"),
    ("docs/coming-from.md", "Tests/SeedConformanceTests"),
  ])
  func `a page and the sources of its examples show the same code`(page: String, sources: String) throws {
    let shown = Self.blocks(in: try Checkout.file(page)) {
      $0 == "```swift"
    } until: {
      $0 == "```"
    }
    let files = try sources.hasSuffix(".swift") ? [Checkout.file(sources)] : Checkout.swiftFiles(under: sources)
    let compiled = files.flatMap { file in
      Self.blocks(in: file) {
        $0.hasPrefix("// guide: ")
      } until: {
        $0 == "// end"
      }
    }
    #expect(!compiled.isEmpty)
    #expect(shown.filter { !compiled.contains($0) } == [])
    #expect(compiled.filter { !shown.contains($0) } == [])
  }

  @Test func `the page about tests shows code of the files that it links`() throws {
    var linked: [Substring] = []
    var block: [Substring]?
    for line in try Checkout.file("docs/testing.md").lines {
      if let link = line.matches(of: #/\(\.\./(Tests/[^)]+\.swift)\)/#).last {
        linked = try Checkout.file(String(link.output.1)).lines.map { $0.drop { $0 == " " } }
      }
      switch line {
      case "```swift": block = []
      case "```":
        guard let shown = block else { continue }
        #expect(
          linked.indices.contains { linked[$0...].starts(with: shown) }, "\(shown.first ?? "") is not in the file")
        block = nil
      default: block?.append(line.drop { $0 == " " })
      }
    }
  }

  @Test func `the page about tests shows the example of each layer as a whole`() throws {
    let page = try Checkout.file("docs/testing.md").text
    let examples = try Checkout.swiftFiles(under: "Tests").filter { $0.path.contains(/\/Example\w+Tests\.swift$/) }
    #expect(examples.count == 9)
    #expect(examples.filter { !page.contains("```swift\n\($0.text)```") }.map(\.path) == [])
  }

  /// The stretches of lines between others, without regard to how they are indented.
  private static func blocks(
    in file: SourceFile, from isStart: (String) -> Bool, until isEnd: (String) -> Bool
  ) -> [[String]] {
    var blocks: [[String]] = []
    var open: [String]?
    for line in file.lines.map({ String($0.drop { $0 == " " }) }) {
      if isStart(line) {
        open = []
      } else if isEnd(line), let lines = open {
        blocks.append(lines)
        open = nil
      } else {
        open?.append(line)
      }
    }
    return blocks
  }
}
