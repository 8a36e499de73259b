import Foundation
import Testing

/// A page whose code is copied, word for word, from the lines between `// guide:` and `// end` in a test source.
struct Guide: Sendable, CustomTestStringConvertible {
  /// The page, from the root of the package.
  let page: String
  /// The test source, in this folder.
  let source: String

  /// The tour, and every article of the catalogs.
  static var all: [Guide] {
    get throws {
      try [Guide(page: "docs/wiring.md", source: "TourGuide.swift")]
        + articles(in: "Sources/Wiring/Wiring.docc/")
        + articles(in: "Sources/WiringDefinitions/WiringDefinitions.docc/")
    }
  }

  private static func articles(in catalog: String) throws -> [Guide] {
    try FileManager.default.contentsOfDirectory(atPath: Page.root.appendingPathComponent(catalog).path)
      .filter { $0.hasSuffix(".md") }.sorted()
      .map { Guide(page: catalog + $0, source: $0.dropLast(3) + "Guide.swift") }
  }

  var testDescription: String { page }

  /// The test source, and that in the target whose default isolation is the main actor, if there is one.
  func code(filePath: String = #filePath) throws -> String {
    let folder = URL(fileURLWithPath: filePath).deletingLastPathComponent()
    let isolated = Page.root.appendingPathComponent("Tests/WiringMainActorTests/Guides/" + source)
    return try String(contentsOf: folder.appendingPathComponent(source), encoding: .utf8)
      + ((try? String(contentsOf: isolated, encoding: .utf8)) ?? "")
  }

  /// The pieces of the test source that are meant for the page, without regard to how they are indented.
  func snippets() throws -> [String] {
    var snippets: [String] = []
    var open: [Substring]?
    for line in try code().split(separator: "\n", omittingEmptySubsequences: false) {
      let words = String(line).words
      if words.hasPrefix("// guide: ") {
        open = []
      } else if words == "// end", let lines = open {
        snippets.append(lines.joined(separator: "\n").words)
        open = nil
      } else {
        open?.append(line)
      }
    }
    return snippets
  }
}

/// Compares what a program printed with a page that shows it.
///
/// - Parameters:
///   - text: What was printed.
///   - page: The page, from the root of the package.
///   - sourceLocation: The place of the call.
func expectShown(
  _ text: some CustomStringConvertible, on page: String, sourceLocation: SourceLocation = #_sourceLocation
)
  throws
{
  let shown = try Page(path: page).blocks.filter { $0.language == "text" }.map(\.text)
  let trimmed = "\(text)".trimmingCharacters(in: .newlines)
  #expect(shown.contains(trimmed), "not on the page:\n\(trimmed)", sourceLocation: sourceLocation)
}
