import Foundation
import Testing

/// The tour and the articles of the catalogue: every piece of Swift on them is compiled and run here.
@Suite("Guides")
struct GuideTests {
  @Test("every piece of code on a page is in its test source, and the other way round", arguments: try Guide.all)
  func code(guide: Guide) throws {
    let snippets = try guide.snippets()
    let blocks = try Page(path: guide.page).blocks(in: "swift")
    #expect(!snippets.isEmpty)
    for block in blocks { #expect(snippets.contains(block), "not compiled: \(block)") }
    for snippet in snippets { #expect(blocks.contains(snippet), "not on the page: \(snippet)") }
  }

  @Test("a page shows code and what it prints, and nothing that escapes both comparisons", arguments: try Guide.all)
  func languages(guide: Guide) throws {
    let blocks = try Page(path: guide.page).blocks
    #expect(blocks.allSatisfy { $0.language == "swift" || $0.language == "text" })
    let comparisons = try guide.code().components(separatedBy: "expectShown(").count - 1
    #expect(blocks.count { $0.language == "text" } == comparisons)
  }
}
