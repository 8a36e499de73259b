import Foundation
import Testing
import Wiring

/// The context files and their messages on the pages of `docs/errors`. The tests of `Wiring` check the Swift samples and the
/// index.
@Suite(.serialized)  // with `RECORD_GOLDEN` set, several tests write to one page
struct ContextPageTests {
  @Test(arguments: ContextScenario.all)
  func `a page shows the files of a scenario and their message`(scenario: ContextScenario) throws {
    // Given the page of the problem
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/errors/\(scenario.name.prefix(4)).md").standardized
    // When the files are read
    let message = try scenario.message()
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try scenario.record(message, on: page) }
    // Then the page has the files and the message, once
    let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: scenario.marker)
    #expect(parts.count == 2, "the page must have \(scenario.name) once")
    for file in scenario.files {
      #expect(parts[0].contains("```\(file.language)\n\(file.text)\n```\n"), "another file than \(file.name)")
    }
    #expect(parts.last?.hasPrefix("\n```text\n\(message)\n```\n") == true, "another message than \(scenario.name)")
  }

  @Test func `every context file and message on a page is that of a scenario`() throws {
    // Given all pages
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/errors").standardized
    let texts = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .map { try String(contentsOf: $0, encoding: .utf8) }
    // When the files and messages on them are counted
    let shown = texts.flatMap { $0.components(separatedBy: "\n") }
    let files = shown.count { ["```xml", "```yaml", "```json", "```plist"].contains($0) }
    let messages = shown.filter { $0.hasPrefix("<!-- message of files: ") }
    // Then there are as many as the scenarios have
    #expect(files == ContextScenario.all.flatMap(\.files).count)
    #expect(messages.sorted() == ContextScenario.all.map(\.marker).sorted())
  }

  @Test func `every problem that only files have is shown`() {
    #expect(Set(ContextScenario.all.map { $0.name.prefix(4) }).isSuperset(of: ["W018", "W022", "W023"]))
  }
}

extension ContextScenario {
  /// The line on the page before the message.
  fileprivate var marker: String { "<!-- message of files: \(name) -->" }

  /// Replaces the message in the block after the marker.
  fileprivate func record(_ message: String, on page: URL) throws {
    let text = try String(contentsOf: page, encoding: .utf8)
    guard let start = text.range(of: marker + "\n```text\n"),
      let end = text.range(of: "\n```\n", range: text.index(before: start.upperBound)..<text.endIndex)
    else { return }
    try Data((text[..<start.upperBound] + message + text[end.lowerBound...]).utf8).write(to: page)
  }
}
