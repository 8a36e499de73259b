import Foundation
import Testing
import Wiring
import WiringDefinitions

/// The pages of `docs/errors`: one for each kind of problem, with a sample that fails and the message it gets. Context files
/// on them, and their messages, are those of the tests of `WiringContext`.
@Suite("Error pages", .serialized)  // with `RECORD_GOLDEN` set, tests write to one page
struct ErrorPageTests {
  @Test("every kind of problem has a page, and the index links to it", arguments: Problem.Code.allCases)
  func pages(code: Problem.Code) throws {
    let page = try Page("errors/\(code.rawValue).md")
    #expect(page.text.hasPrefix("# \(code.rawValue): \(code.word)\n"))
    #expect(try Page("errors/README.md").text.contains("[\(code.rawValue)](\(code.rawValue).md)"))
    #expect(page.text.contains("<!-- message"))
  }

  @Test("every message of a plan on a page is that of a scenario")
  func markers() throws {
    let shown = try Problem.Code.allCases.flatMap { code in
      try Page("errors/\(code.rawValue).md").text.split(separator: "\n").filter { $0.hasPrefix("<!-- message: ") }
    }
    let scenarios = ValidationScenario.all.filter { $0.name.hasPrefix("W") }
    #expect(shown.map(String.init).sorted() == scenarios.map(\.marker).sorted())
  }

  @Test(
    "a page shows the message of each of its scenarios, to the letter",
    arguments: ValidationScenario.all.filter { $0.name.hasPrefix("W") })
  func messages(scenario: ValidationScenario) throws {
    let page = try Page("errors/\(scenario.name.prefix(4)).md")
    let message = try #require(scenario.report()).description
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try page.replaceBlock(behind: scenario.marker, by: message)
    }
    let blocks = try Page("errors/\(scenario.name.prefix(4)).md").text.components(separatedBy: scenario.marker)
    #expect(blocks.count == 2, "the page has not one place for \(scenario.name)")
    #expect(blocks.last?.hasPrefix("\n```text\n\(message)\n```\n") == true, "another message than \(scenario.name)")
  }

  @Test("the index shows several problems at once, to the letter")
  func index() throws {
    let scenario = try #require(ValidationScenario.all.first { $0.name == "several-at-once" })
    let (marker, message) = ("<!-- message: several at once -->", try #require(scenario.report()).description)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try Page("errors/README.md").replaceBlock(behind: marker, by: message)
    }
    #expect(try Page("errors/README.md").text.contains("\(marker)\n```text\n\(message)\n```\n"))
  }

  @Test("the samples of the pages are those that are run", arguments: Problem.Code.allCases)
  func samples(code: Problem.Code) throws {
    let page = try Page("errors/\(code.rawValue).md")
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let sources = try ["ValidationScenario.swift", "ValidationScenario+Definitions.swift", "Delivery.swift"].map {
      try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8).words
    }
    for sample in page.blocks(in: "swift") {
      #expect(sources.contains { $0.contains(sample) }, "not run: \(sample)")
    }
    let isShownByFiles = page.text.contains("<!-- message of files: ")
    #expect(!page.blocks(in: "swift").isEmpty || isShownByFiles)
  }
}

extension ValidationScenario {
  /// The part of the page before the message.
  fileprivate var marker: String { "<!-- message: \(name) -->" }
}

extension Page {
  /// Writes another text into the block that follows a marker.
  fileprivate func replaceBlock(behind marker: String, by message: String) throws {
    guard let start = text.range(of: marker + "\n```text\n"),
      let end = text.range(of: "\n```\n", range: text.index(before: start.upperBound)..<text.endIndex)
    else { return }
    let changed = text[..<start.upperBound] + message + text[end.lowerBound...]
    try Data(String(changed).utf8).write(to: url)
  }
}
