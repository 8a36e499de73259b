/// A link to another note: `[[Sourdough]]`, `[[Sourdough#Starter]]`, `[[Sourdough|the bread]]`.
package struct WikiLink: Sendable, Hashable {
  /// The title of the note that is meant; empty for a link to a heading of the same note.
  package let target: String
  /// The heading in that note.
  package let heading: String?
  /// The text to show instead of the title.
  package let label: String?

  /// Reads what stands between the brackets.
  ///
  /// - Parameter content: For example `Sourdough#Starter|the starter`.
  /// - Returns: `nil` when there is neither a title nor a heading.
  package init?(_ content: some StringProtocol) {
    let halves = content.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let place = halves[0].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    target = place[0].trimmingSpaces()
    heading = place.count > 1 ? place[1].trimmingSpaces() : nil
    label = halves.count > 1 ? halves[1].trimmingSpaces() : nil
    guard !target.isEmpty || heading?.isEmpty == false else { return nil }
  }

  /// The links of a text in order, without repetition. Links in code do not count. O(length of the text).
  ///
  /// - Parameter body: A note's text.
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
      // Of three brackets the last two are the link's.
      guard !content.isEmpty else { continue }
      let closing = rest[content.endIndex...]
      if closing.starts(with: "]]".utf8), let link = WikiLink(Substring(content)) { links.append(link) }
      rest = closing
    }
    return links
  }
}
