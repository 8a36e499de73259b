/// A link to another note: `[[Sourdough]]`, `[[Kitchen/Sourdough#Starter|the bread]]`, `![[Sourdough]]` or
/// `[the bread](Kitchen/Sourdough.md)`.
package struct NoteLink: Sendable, Hashable {
  /// The linked note's title, alias or path as written, without `.md`; empty for a link to a heading of the same note.
  package let target: String
  package let heading: String?
  /// The text to show instead of the title.
  package let label: String?
  /// Whether the linked note is shown in place of the link.
  package let isEmbedded: Bool

  /// The name to find the linked note by; `nil` for a link to a heading of the same note.
  package var name: NoteName? { NoteName(target) }

  /// Parses the content of a wiki link, `Sourdough#Starter|the starter`; `nil` when there is neither a target nor a heading.
  package init?(wiki content: some StringProtocol, isEmbedded: Bool = false) {
    let halves = content.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    // In a table the bar is escaped.
    let destination = halves.count > 1 && halves[0].hasSuffix("\\") ? halves[0].dropLast() : halves[0]
    self.init(
      destination: String(destination), label: halves.count > 1 ? halves[1].trimmingSpaces() : nil,
      isEmbedded: isEmbedded)
  }

  /// Creates a link from a Markdown link's destination, `Kitchen/Sourdough.md#Starter`; `nil` unless that is a Markdown file
  /// beside this note's.
  init?(markdown destination: some StringProtocol, label: some StringProtocol, isEmbedded: Bool) {
    guard let decoded = String(destination).removingPercentEncoding,
      !decoded.contains("://"), !decoded.hasPrefix("/"),
      decoded.prefix(while: { $0 != "#" }).lowercased().hasSuffix(".md")
    else { return nil }
    self.init(destination: decoded, label: String(label), isEmbedded: isEmbedded)
  }

  private init?(destination: String, label: String?, isEmbedded: Bool) {
    let parts = destination.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    var target = parts[0].trimmingSpaces()
    if target.lowercased().hasSuffix(".md") { target.removeLast(3) }
    while target.hasPrefix("./") || target.hasPrefix("../") { target = String(target.drop { $0 != "/" }.dropFirst()) }
    self.target = target
    heading = parts.count > 1 ? parts[1].trimmingSpaces() : nil
    self.label = label
    self.isEmbedded = isEmbedded
    guard !target.isEmpty || heading?.isEmpty == false else { return nil }
  }
}

extension NoteLink {
  /// A link in a text.
  package struct Occurrence: Sendable {
    package let link: NoteLink
    /// Whether it is a wiki link rather than a Markdown link.
    package let isWiki: Bool
    /// The range of the target in the text, with the spaces around it, and without heading and label.
    let target: Range<String.Index>

    /// Creates an occurrence; `nil` if the link leads to something other than a note.
    fileprivate init?(_ found: LinkScanner.Link) {
      switch found {
      case .wiki(let content, let isEmbedded):
        guard let link = NoteLink(wiki: content, isEmbedded: isEmbedded), !link.target.namesAttachment else {
          return nil
        }
        var target = content.prefix { $0 != "|" && $0 != "#" }
        if target.endIndex < content.endIndex, content[target.endIndex] == "|", target.hasSuffix("\\") {
          target.removeLast()
        }
        (self.link, isWiki, self.target) = (link, true, target.startIndex..<target.endIndex)
      case .markdown(let label, let destination, let isEmbedded):
        guard let link = NoteLink(markdown: destination, label: label, isEmbedded: isEmbedded) else { return nil }
        let target = destination.prefix { $0 != "#" }
        (self.link, isWiki, self.target) = (link, false, target.startIndex..<target.endIndex)
      }
    }
  }

  /// Returns the links of a text in order without duplicates, ignoring code. O(length of the text).
  package static func find(in body: String) -> [NoteLink] {
    occurrences(in: body).map(\.link).withoutRepetition()
  }

  /// Returns the names of the notes that a text links to, without duplicates.
  package static func names(in body: String) -> [NoteName] {
    guard body.utf8.contains(UInt8(ascii: "[")) else { return [] }
    return occurrences(in: body).compactMap(\.link.name).withoutRepetition()
  }

  /// Returns the links of a text in order, ignoring code and embedded attachments. O(length of the text).
  package static func occurrences(in body: String) -> [Occurrence] {
    var found: [Occurrence] = []
    LinkScanner.scan(body) { link in
      if let occurrence = Occurrence(link) { found.append(occurrence) }
    }
    return found
  }

  /// Returns a text whose links to some names lead to another target. Headings and labels stay.
  ///
  /// - Parameter target: Returns the new target of a link; `nil` to leave the link as it is.
  package static func replacingTargets(in body: String, with target: (Occurrence) -> String?) -> String {
    var result = ""
    var position = body.startIndex
    for occurrence in occurrences(in: body) {
      guard let replacement = target(occurrence) else { continue }
      result += body[position..<occurrence.target.lowerBound]
      result += occurrence.isWiki ? replacement : (replacement + ".md").encodedForMarkdownLink
      position = occurrence.target.upperBound
    }
    return result + body[position...]
  }
}

extension String {
  /// Whether the text ends like the name of a file that is no note. These are the files that Obsidian shows.
  fileprivate var namesAttachment: Bool {
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return Self.attachmentEndings.contains(self[utf8.index(after: dot)...].lowercased())
  }

  private static let attachmentEndings: Set<String> = [
    "avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "webp", "flac", "m4a", "mp3", "ogg", "wav", "3gp", "mkv", "mov",
    "mp4", "ogv", "webm", "pdf", "canvas", "base", "excalidraw",
  ]

  /// The text with what would end a Markdown link's destination written as `%20`.
  var encodedForMarkdownLink: String {
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isASCII, " ()<>#%\"[]".unicodeScalars.contains(scalar) || scalar.value < 0x20 {
        text += "%" + Hexadecimal.encode([UInt8(truncatingIfNeeded: scalar.value)]).uppercased()
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text with `%20` and the like decoded; `nil` when the result is not UTF-8. A percent sign alone stays.
  var removingPercentEncoding: String? {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap(Hexadecimal.value)
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(digits[0] << 4 | digits[1])
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
