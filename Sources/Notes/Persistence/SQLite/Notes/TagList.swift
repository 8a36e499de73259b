import NotesDomain

/// The stored form of tags: a JSON array of strings, which SQLite's own functions read too.
///
/// Encoded and decoded by hand, since a list of notes decodes one or two for each row.
enum TagList {
  static func encode(_ tags: [Tag]) -> String {
    var text = [UInt8(ascii: "[")]
    for (index, tag) in tags.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      JSONString.append(tag.name, to: &text)
    }
    text.append(UInt8(ascii: "]"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a JSON array of strings. Skips strings that are no tags.
  static func decode(_ text: String) -> [Tag] {
    strings(in: text).compactMap { Tag($0) }
  }

  /// Decodes the strings of a JSON array and of the arrays in it, in their order.
  static func strings(in text: String) -> [String] {
    guard !text.utf8.contains(UInt8(ascii: "\\")) else { return escapedStrings(in: text) }
    var strings: [String] = []
    var rest = text[...].utf8
    while let opening = rest.firstIndex(of: UInt8(ascii: "\"")) {
      rest = rest[rest.index(after: opening)...]
      guard let closing = rest.firstIndex(of: UInt8(ascii: "\"")) else { break }
      strings.append(String(Substring(rest[..<closing])))
      rest = rest[rest.index(after: closing)...]
    }
    return strings
  }

  private static func escapedStrings(in text: String) -> [String] {
    var strings: [String] = []
    var current: String.UnicodeScalarView?
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch (scalar, current) {
      case ("\"", nil): current = String.UnicodeScalarView()
      case ("\"", let finished?):
        strings.append(String(finished))
        current = nil
      case ("\\", .some): if let escaped = escape(&scalars) { current?.append(escaped) }
      case (_, .some): current?.append(scalar)
      case (_, nil): break
      }
    }
    return strings
  }

  private static func escape(_ scalars: inout String.UnicodeScalarView.Iterator) -> Unicode.Scalar? {
    switch scalars.next() {
    case "n": "\n"
    case "t": "\t"
    case "r": "\r"
    case "b": "\u{8}"
    case "f": "\u{C}"
    case "u": unicodeEscape(&scalars)
    case let other: other
    }
  }

  /// Reads the digits of a `\u` escape, or of two that form a surrogate pair. Drops a lone surrogate.
  private static func unicodeEscape(_ scalars: inout String.UnicodeScalarView.Iterator) -> Unicode.Scalar? {
    guard let first = codeUnit(&scalars) else { return nil }
    var following = scalars
    guard 0xD800..<0xDC00 ~= first, following.next() == "\\", following.next() == "u",
      let second = codeUnit(&following), 0xDC00..<0xE000 ~= second
    else { return Unicode.Scalar(first) }
    scalars = following
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private static func codeUnit(_ scalars: inout String.UnicodeScalarView.Iterator) -> UInt32? {
    UInt32(String(String.UnicodeScalarView((0..<4).compactMap { _ in scalars.next() })), radix: 16)
  }
}

/// The stored form of attachments: a JSON array of arrays of three strings, which SQLite's own functions read too.
enum AttachmentList {
  static func encode(_ attachments: [Attachment]) -> String {
    var text = [UInt8(ascii: "[")]
    for (index, attachment) in attachments.enumerated() {
      text += Array((index == 0 ? "[" : ",[").utf8)
      JSONString.append(attachment.name, to: &text)
      text += Array(",\"\(attachment.digest)\",\"\(attachment.size)\"]".utf8)
    }
    text.append(UInt8(ascii: "]"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes what ``encode(_:)`` wrote. Skips elements that are no attachments.
  static func decode(_ text: String) -> [Attachment] {
    let strings = TagList.strings(in: text)
    return stride(from: 0, to: strings.count - 2, by: 3).compactMap { start in
      guard let digest = BlobDigest(strings[start + 1]), let size = Int(strings[start + 2]) else { return nil }
      return Attachment(name: strings[start], digest: digest, size: size)
    }
  }
}
