import Foundation
import Testing

/// Links that follow their notes, with the built program.
@Suite(.serialized) struct LinkTests {
  private let folder = TemporaryFolder()
  private var notesctl: Executable { Executable(folder: folder) }

  @discardableResult
  private func run(_ arguments: String...) throws -> String {
    let run = try notesctl.start(arguments).wait()
    #expect(run.status == 0, "\(arguments): \(run.error)")
    return run.output
  }

  @Test func `a Markdown link in a note that moves leads to the same note, also of two namesakes`() throws {
    // Given
    try run("add", "-b", "Kitchen", "--title", "List", "[x](x.md) and [[x]]")
    try run("add", "-b", "Kitchen", "--title", "x", "the right one")
    try run("add", "-b", "Garden", "--title", "x", "the wrong one")
    // When
    try run("move", "List", "Garden")
    // Then
    #expect(try run("show", "List", "--raw") == "[x](../Kitchen/x.md) and [[x]]")
    try run("undo")
    #expect(try run("show", "List", "--raw") == "[x](x.md) and [[x]]")
  }

  @Test func `links over the ends of lines get the new title, and code over them stays`() throws {
    // Given
    try run("add", "--title", "Tea", "green")
    try run("add", "--title", "List", "[[Tea|the\nleaves]] and [the\nleaves](Tea.md), not `[[Tea]]\n[[Tea]]`.")
    // When
    try run("title", "Tea", "Oolong")
    // Then
    let text = "[[Oolong|the\nleaves]] and [the\nleaves](Oolong.md), not `[[Tea]]\n[[Tea]]`."
    #expect(try run("show", "List", "--raw") == text)
  }

  @Test func `code in which a note ends is closed before the text that is merged with it`() throws {
    // Given
    let (text, end) = ("```\ncode", "```")
    try run("add", "--title", "First", "--", text)
    try run("add", "--title", "Second", "mixed with #zebra")
    // When
    try run("merge", "First", "Second")
    // Then
    let merged = try run("show", "First", "--raw")
    #expect(merged.hasPrefix(text) && merged.hasSuffix("mixed with #zebra"))
    #expect(merged.dropFirst(text.count).contains(end), "\(merged)")
    #expect(try run("list", "--tag", "zebra", "--count") == "1\n")
  }
}
