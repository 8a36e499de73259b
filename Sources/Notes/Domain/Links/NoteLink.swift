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
    self.init(Substring(content).wikiParts, isEmbedded: isEmbedded)
  }

  fileprivate init?(_ parts: Substring.WikiParts, isEmbedded: Bool) {
    self.init(
      path: parts.path, heading: parts.heading.map { String($0) }, label: parts.label?.trimmingSpaces(),
      isEmbedded: isEmbedded)
  }

  /// Creates a link from a Markdown link's destination, `Kitchen/Sourdough.md#Starter`; `nil` unless that is a Markdown file
  /// beside this note's.
  package init?(markdown destination: some StringProtocol, label: some StringProtocol, isEmbedded: Bool) {
    let (written, writtenHeading) = destination.split(at: "#")
    guard let path = String(written).decodedFromMarkdownLink, written.utf8.first != UInt8(ascii: "/"),
      path.hasMarkdownEnding,
      !written.hasScheme
    else { return nil }
    var heading: String?
    if let writtenHeading {
      guard let decoded = String(writtenHeading).decodedFromMarkdownLink else { return nil }
      heading = decoded
    }
    self.init(path: path[...], heading: heading, label: String(label), isEmbedded: isEmbedded)
  }

  private init?(path: Substring, heading: String?, label: String?, isEmbedded: Bool) {
    target = path.withoutFolderSteps.rest.withoutMarkdownEnding
    self.heading = heading?.trimmingSpaces()
    self.label = label?.onOneLine
    self.isEmbedded = isEmbedded
    guard !target.isEmpty || self.heading?.isEmpty == false else { return nil }
  }
}

extension NoteLink {
  /// A link in a text.
  package struct Occurrence: Sendable {
    package let link: NoteLink
    /// Whether it is a wiki link rather than a Markdown link.
    package let isWiki: Bool
    /// The steps to folders before the target, such as `../`; empty if there are none.
    package let steps: String
    /// The range of the target in the text, with ``steps``, without the spaces around it, heading and label.
    let target: Range<String.Index>
    private let written: (link: LinkScanner.Link, target: Substring)

    /// Creates an occurrence; `nil` if the link leads to something other than a note.
    fileprivate init?(_ found: LinkScanner.Link) {
      let target: Substring
      switch found {
      case .wiki(let content, let isEmbedded):
        let parts = content.wikiParts
        target = parts.path.withoutSpaces
        guard !target.namesAttachment, let link = NoteLink(parts, isEmbedded: isEmbedded) else { return nil }
        (self.link, isWiki) = (link, true)
      case .markdown(let label, let destination, let isEmbedded):
        guard let link = NoteLink(markdown: destination, label: label, isEmbedded: isEmbedded) else { return nil }
        target = destination.split(at: "#").before
        (self.link, isWiki) = (link, false)
      }
      steps = String(target.withoutFolderSteps.steps)
      self.target = target.startIndex..<target.endIndex
      written = (found, target)
    }

    /// Returns a target as this link has it; `nil` if it would be too long for a link.
    fileprivate func spelling(of target: String) -> String? {
      let spelling = isWiki ? target : target.fileInMarkdownLink
      return written.link.allows(spelling, insteadOf: written.target) ? spelling : nil
    }

    /// Returns the path of the file that a Markdown link in a note of a notebook has, as a name; `nil` for a wiki link, and for
    /// a path out of the top level.
    package func file(beside notebook: Notebook) -> NoteName? {
      guard !isWiki else { return nil }
      var folders = notebook.names
      for step in steps.split(separator: "/") where step == ".." {
        guard folders.popLast() != nil else { return nil }
      }
      return NoteName((folders + [link.target]).joined(separator: "/"))
    }
  }

  /// Returns the names of the notes that a text links to, without duplicates.
  package static func names(in body: String) -> [NoteName] {
    occurrences(in: body).compactMap(\.link.name).withoutRepetition()
  }

  /// Returns the targets of a text's links by the names that they lead to, as written where each name occurs first.
  package static func targets(in body: String) -> [NoteName: String] {
    let links = occurrences(in: body).map(\.link)
    return Dictionary(links.compactMap { link in link.name.map { ($0, link.target) } }) { first, _ in first }
  }

  /// Returns the targets of a text's links to notes in order, each name as it is written first.
  package static func distinctTargets(in body: String) -> [String] {
    var names: Set<NoteName> = []
    return occurrences(in: body).map(\.link).filter { link in link.name.map { names.insert($0).inserted } ?? false }
      .map(\.target)
  }

  /// Returns the links of a text in order, ignoring code and attachments. O(length of the text).
  package static func occurrences(in body: String) -> [Occurrence] {
    var found: [Occurrence] = []
    LinkScanner.scan(body) { link in
      if let occurrence = Occurrence(link) { found.append(occurrence) }
    }
    return found
  }

  /// Returns a text whose links to some names lead to another target. Headings and labels stay, and so do links that would become
  /// longer than links are.
  ///
  /// - Parameter target: Returns the new target of a link, with steps to folders, and with characters as in
  ///   ``NoteTitle/inLinks(_:)``; `nil` to leave the link as it is.
  package static func replacingTargets(in body: String, with target: (Occurrence) -> String?) -> String {
    var result = ""
    var position = body.startIndex
    for occurrence in occurrences(in: body) {
      guard let replacement = target(occurrence).flatMap(occurrence.spelling) else { continue }
      result += body[position..<occurrence.target.lowerBound] + replacement
      position = occurrence.target.upperBound
    }
    return result + body[position...]
  }
}

extension String {
  /// The text without line ends, and without the signs of quotes and the spaces around them.
  fileprivate var onOneLine: String {
    guard contains(byte: UInt8(ascii: "\n")) else { return self }
    return linesAtFeeds.map { line in String(decoding: line.utf8.drop { " \t>".utf8.contains($0) }, as: UTF8.self) }
      .map { $0.trimmingSpaces() }.joined(separator: " ")
  }

  /// The target as the path of a file, in a Markdown link. That of a note `scan.pdf` has its ending already.
  fileprivate var fileInMarkdownLink: String {
    let hasEnding = beginning(before: ".md")?.namesAttachment ?? false
    return (hasEnding ? self : self + ".md").encodedForMarkdownLink
  }

  /// The text with what would end a Markdown link's destination written as `%20`.
  var encodedForMarkdownLink: String {
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isASCII, " ()<>#%:\"[]`\\".unicodeScalars.contains(scalar) || scalar.value < 0x20 {
        text += "%" + Hexadecimal.encode([UInt8(truncatingIfNeeded: scalar.value)]).uppercased()
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The destination without the backslashes before punctuation, and with `%20` and the like decoded; `nil` when the result
  /// is not UTF-8.
  var decodedFromMarkdownLink: String? {
    guard contains(byte: UInt8(ascii: "\\")) else { return removingPercentEncoding }
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let next = rest.first, next.isPunctuation { continue }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self).removingPercentEncoding
  }

  /// The text with `%20` and the like decoded; `nil` when the result is not UTF-8. A percent sign alone stays.
  var removingPercentEncoding: String? {
    guard contains(byte: UInt8(ascii: "%")) else { return self }
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      let digits = byte == UInt8(ascii: "%") ? rest.prefix(2).compactMap(Hexadecimal.value) : []
      if digits.count == 2 {
        bytes.append(digits[0] << 4 | digits[1])
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension StringProtocol {
  /// Whether a destination begins with the scheme of a URL, such as `https:` or `mailto:`; see RFC 3986, section 3.1.
  fileprivate var hasScheme: Bool {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), let first = utf8.first else { return false }
    return first.isLetter && colon != utf8.index(after: startIndex)
      && utf8[..<colon].allSatisfy { $0.isLetterOrDigit || "+-.".utf8.contains($0) }
  }
}

extension Substring {
  fileprivate typealias WikiParts = (path: Substring, heading: Substring?, label: Substring?)

  /// The parts of a wiki link's content, `Sourdough#Starter|the starter`.
  fileprivate var wikiParts: WikiParts {
    var (destination, label) = split(at: "|")
    // In a table the bar is escaped.
    if label != nil, let name = destination.beginning(before: "\\") { destination = name }
    let (path, heading) = destination.split(at: "#")
    return (path, heading, label)
  }

  /// The path without leading steps to folders, and those.
  fileprivate var withoutFolderSteps: (steps: Substring, rest: Substring) {
    let path = withoutSpaces
    var rest = path
    while let next = rest.rest(after: "./") ?? rest.rest(after: "../") { rest = next }
    return (path[..<rest.startIndex], rest)
  }
}
