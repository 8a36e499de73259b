/// A label on a note, for example `recipe` or `garden/tomatoes`.
///
/// A slash nests tags: a query for `garden` also finds `garden/tomatoes`. Queries ignore the case of tags. Names that read the same
/// are one: they are compared by canonical equivalence.
package struct Tag: Sendable, Hashable, Comparable {
  /// The tag without its `#`.
  package let name: String

  /// Parses a tag, with or without a leading `#`; `nil` when the rest is empty, contains white space, a comma, a control
  /// character or a `#`, or has an empty part between slashes.
  package init?(_ text: some StringProtocol) {
    let name =
      text.utf8.first == UInt8(ascii: "#") ? String(decoding: text.utf8.dropFirst(), as: UTF8.self) : String(text)
    guard !name.isPlainPath else {
      self.name = name
      return
    }
    let isClean = name.unicodeScalars.allSatisfy { scalar in
      !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control && scalar != "," && scalar != "#"
    }
    let parts = name.pathNames
    guard isClean, !parts.contains(where: \.isEmpty) else { return nil }
    self.name = name
  }

  package static func < (left: Tag, right: Tag) -> Bool {
    left.name < right.name
  }

  /// Returns whether two tags are equal, ignoring case.
  package func isSame(as other: Tag) -> Bool { key == other.key }

  /// The name by which tags are the same. A note may have a hundred thousand tags, so that lists of them are compared by a set of
  /// these, or of tags, and not each with all others.
  package var key: String { name.lowercased() }

  /// Returns whether a query for this tag finds a note with another: the same tag or one nested in it, ignoring case.
  package func covers(_ other: Tag) -> Bool {
    name.lowercased().encloses(other.name.lowercased())
  }
}

extension [Tag] {
  /// Returns whether two lists are equal byte for byte, where `==` compares by canonical equivalence.
  package func haveSameBytes(as others: [Tag]) -> Bool {
    elementsEqual(others) { $0.name.hasSameBytes(as: $1.name) }
  }
}

/// The replacement of a tag, and of those nested in it, by another one.
package struct TagRenaming: Sendable, Hashable {
  private let old: Tag
  private let new: Tag

  package init(from old: Tag, to new: Tag) {
    self.old = old
    self.new = new
  }

  /// Returns the new name of a tag; `nil` if the renaming does not concern it.
  package func renamed(_ tag: Tag) -> Tag? {
    guard old.covers(tag) else { return nil }
    let inner = tag.name.pathNames.dropFirst(old.name.pathNames.count).map(String.init)
    return Tag(([new.name] + inner).joined(separator: "/"))
  }

  /// Replaces the tag among those of a note, and in its text.
  ///
  /// A new tag that cannot be in a text, such as `c++`, is added to those of the note, and the text remains.
  ///
  /// - Returns: Whether the text has the new tag wherever it had the old one.
  @discardableResult
  package func apply(to note: inout Note) -> Bool {
    let inline = InlineTags.find(in: note.body)
    let (old, new) = (inline.filter { renamed($0) != nil }, inline.map { renamed($0) ?? $0 }.withoutRepetition())
    note.tags = note.tags.map { renamed($0) ?? $0 }.withoutRepetition()
    guard !old.isEmpty else { return true }
    let body = InlineTags.replacing(in: note.body, with: renamed)
    if InlineTags.find(in: body) == new {
      note.title = NoteTitle.updated(for: note, newBody: body)
      note.body = body
      return true
    }
    note.tags = (note.tags + old.compactMap(renamed)).withoutRepetition()
    return false
  }
}

/// The tags in a text: `#garden`, `#garden/tomatoes`.
///
/// A tag starts a line or follows white space, a comma or an opening bracket. It consists of letters, digits, emoji, `_`, `-`
/// and `/`, and not of digits alone. Tags in code, comments and links are ignored. These are Obsidian's rules.
package enum InlineTags {
  /// Returns the tags of a text in order without duplicates. O(length of the text).
  package static func find(in body: String) -> [Tag] {
    var tags: [Tag] = []
    forEach(in: body) { tag, _ in tags.append(tag) }
    return tags.withoutRepetition()
  }

  /// Returns a text with other tags in place of some. O(length of the text).
  ///
  /// - Parameter replacement: Returns the tag to write for another one; `nil` to leave it.
  package static func replacing(in body: String, with replacement: (Tag) -> Tag?) -> String {
    var result = ""
    var position = body.startIndex
    forEach(in: body) { tag, name in
      guard let replacement = replacement(tag) else { return }
      result += body[position..<name.lowerBound] + replacement.name
      position = name.upperBound
    }
    return result + body[position...]
  }

  /// Passes each tag of a text to a closure, with the range of its name, without the `#`.
  private static func forEach(in body: String, _ found: (Tag, Range<String.Index>) -> Void) {
    for var paragraph in MarkdownProse(body, containing: "#") {
      // The closures of the scanner see the paragraph as it was.
      LinkScanner.scan(paragraph) { _, range in paragraph.blank(range) }
      var previous = UInt8(ascii: "\n")
      for (index, byte) in paragraph.bytes.enumerated() {
        if byte == UInt8(ascii: "#"), opensTag(previous) {
          let rest = paragraph.text.dropFirst(index + 1)
          if let tag = tag(at: rest) {
            found(tag, rest.startIndex..<rest.index(rest.startIndex, offsetBy: tag.name.utf8.count))
          }
        }
        previous = byte
      }
    }
  }

  private static func opensTag(_ previous: UInt8) -> Bool { " \t\n([,".utf8.contains(previous) }

  private static func tag(at rest: Substring.UTF8View) -> Tag? {
    var scalars = Substring(rest).unicodeScalars.prefix(while: isPart)
    // A joiner joins two characters.
    while let last = scalars.last, last == "/" || last == "-" || isJoiner(last) { scalars.removeLast() }
    let name = String(String.UnicodeScalarView(scalars))
    // The sign of a keycap, as in #️⃣, begins no tag, and 1️⃣ is a digit.
    guard let first = name.unicodeScalars.first, !isMark(first), name.unicodeScalars.contains(where: isNoDigit) else {
      return nil
    }
    return Tag(name)
  }

  private static func isNoDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.numericType == nil && scalar != "_" && scalar != "/" && !isMark(scalar) && !isJoiner(scalar)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .nonspacingMark }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return scalar == "_" || scalar == "-" || scalar == "/" || properties.isAlphabetic || properties.numericType != nil
      || isMark(scalar) || isJoiner(scalar)
      // Not the digits and signs of ASCII, which are emoji, too.
      || (properties.isEmoji && !scalar.isASCII)
  }

  /// Returns whether a character joins others: the parts of an emoji, or letters, as in Persian.
  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200D}" || scalar == "\u{200C}" }
}
