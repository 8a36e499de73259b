/// A link to another note: `[[Sourdough]]`, `[[Sourdough#Starter]]`, `[[Sourdough|the bread]]`.
package struct WikiLink: Sendable, Hashable {
  /// The title of the linked note; empty for a link to a heading of the same note.
  package let target: String
  package let heading: String?
  /// The text to show instead of the title.
  package let label: String?

  /// Parses `Sourdough#Starter|the starter`; `nil` when there is neither a title nor a heading.
  package init?(_ content: some StringProtocol) {
    let halves = content.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let destination = halves[0].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    target = destination[0].trimmingSpaces()
    heading = destination.count > 1 ? destination[1].trimmingSpaces() : nil
    label = halves.count > 1 ? halves[1].trimmingSpaces() : nil
    guard !target.isEmpty || heading?.isEmpty == false else { return nil }
  }

  /// Returns the links of a text in order without duplicates, ignoring code. O(length of the text).
  package static func find(in body: String) -> [WikiLink] {
    guard body.utf8.contains(UInt8(ascii: "[")) else { return [] }
    var links: [WikiLink] = []
    for line in MarkdownLines(body) where line.contains(UInt8(ascii: "[")) {
      for (index, stretch) in Substring(line).split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where index.isMultiple(of: 2) {
        links += find(inProse: stretch)
      }
    }
    return links.withoutRepetition()
  }

  private static func find(inProse text: Substring) -> [WikiLink] {
    var links: [WikiLink] = []
    var rest = text.utf8
    while let opening = rest.firstIndex(of: UInt8(ascii: "[")) {
      rest = rest[rest.index(after: opening)...]
      guard rest.first == UInt8(ascii: "[") else { continue }
      let content = rest.dropFirst().prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "[") }
      // Of three brackets, the last two open the link.
      guard !content.isEmpty else { continue }
      let closing = rest[content.endIndex...]
      if closing.starts(with: "]]".utf8), let link = WikiLink(Substring(content)) { links.append(link) }
      rest = closing
    }
    return links
  }
}
