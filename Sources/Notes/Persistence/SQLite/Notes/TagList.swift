import NotesDomain

/// Tags as the store keeps them: a JSON array of strings, which SQLite's own functions read too.
///
/// Written and read by hand: a list of notes reads one or two for every row.
enum TagList {
  static func encode(_ tags: [Tag]) -> String {
    guard !tags.isEmpty else { return "[]" }
    var text = "["
    for (index, tag) in tags.enumerated() {
      if index > 0 { text += "," }
      append(tag.name, to: &text)
    }
    return text + "]"
  }

  /// Writes a text as a JSON string.
  static func append(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        text.unicodeScalars.append("\\")
        text.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// Reads what ``encode(_:)`` wrote, and any other JSON array of strings; what is no tag is passed over.
  static func decode(_ text: String) -> [Tag] {
    strings(in: text).compactMap { Tag($0) }
  }

  /// The strings of a JSON array, those of arrays inside it included, in their order.
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
    case "u":
      UInt32(String(String.UnicodeScalarView((0..<4).compactMap { _ in scalars.next() })), radix: 16)
        .flatMap(Unicode.Scalar.init)
    case let other: other
    }
  }
}

/// Attachments as the store keeps them: a JSON array of arrays of three strings, which SQLite's own functions read too.
enum AttachmentList {
  static func encode(_ attachments: [Attachment]) -> String {
    guard !attachments.isEmpty else { return "[]" }
    var text = "["
    for (index, attachment) in attachments.enumerated() {
      text += index == 0 ? "[" : ",["
      TagList.append(attachment.name, to: &text)
      text += ",\"\(attachment.digest)\",\"\(attachment.size)\"]"
    }
    return text + "]"
  }

  /// Reads what ``encode(_:)`` wrote; what is no attachment is passed over.
  static func decode(_ text: String) -> [Attachment] {
    let strings = TagList.strings(in: text)
    return stride(from: 0, to: strings.count - 2, by: 3).compactMap { start in
      guard let digest = BlobDigest(strings[start + 1]), let size = Int(strings[start + 2]) else { return nil }
      return Attachment(name: strings[start], digest: digest, size: size)
    }
  }
}
