import NotesDomain

/// Writes the front matter of a document.
enum FrontMatterWriter {
  /// The lines from mark to mark; nothing when the document has nothing to say there and needs no marks.
  static func text(for document: MarkdownDocument) -> String {
    var lines = ""
    func add(_ key: FrontMatterKey, _ value: String?) {
      if let value { lines += "\(key.rawValue): \(value)\n" }
    }
    add(.id, document.id?.description)
    add(.title, document.title.map(YAMLText.scalar))
    add(.created, document.created?.iso8601)
    add(.updated, document.modified?.iso8601)
    if !document.tags.isEmpty {
      add(.tags, "[" + document.tags.map { YAMLText.scalar($0.name) }.joined(separator: ", ") + "]")
    }
    if document.isPinned { add(.pinned, "true") }
    if document.isArchived { add(.archived, "true") }
    add(.trashed, document.trashed?.iso8601)
    if let attachments = document.attachments {
      // A line for each: there may be many, and long ones.
      lines += "\(FrontMatterKey.attachments.rawValue):\(attachments.isEmpty ? " []" : "")\n"
      for path in attachments { lines += "  - \(YAMLText.scalar(path))\n" }
    }
    if !document.missingAttachments.isEmpty {
      lines += "\(FrontMatterKey.missingAttachments.rawValue):\n"
      for missing in document.missingAttachments {
        lines += "  - \(YAMLText.scalar("\(missing.digest) \(missing.size) \(missing.name)"))\n"
      }
    }
    lines += document.foreignFrontMatter
    if !lines.isEmpty, lines.utf8.last != UInt8(ascii: "\n") { lines += "\n" }
    guard !lines.isEmpty || needsMarks(document.body) else { return "" }
    return "---\n" + lines + "---\n"
  }

  /// Whether a reader would take the beginning of the text for something else.
  private static func needsMarks(_ body: String) -> Bool {
    body.utf8.starts(with: "---".utf8) || body.utf8.starts(with: [0xEF, 0xBB, 0xBF])
  }
}

/// Writes texts as YAML scalars.
enum YAMLText {
  /// A text as it is where every reader of YAML takes it for that text, else in double quotes.
  static func scalar(_ text: String) -> String {
    isPlain(text) ? text : quoted(text)
  }

  /// Words that some version of YAML takes for something else.
  private static let reserved: Set<String> = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"]

  private static func isPlain(_ text: String) -> Bool {
    // A letter at the beginning rules out numbers, dates and every sign that means something.
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic, text.unicodeScalars.last != " " else {
      return false
    }
    let isHarmless = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " -_/.'()".unicodeScalars.contains(scalar)
    }
    return isHarmless && !reserved.contains(text.lowercased())
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where isUnprintable(scalar):
        let digits = String(scalar.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Characters that YAML does not allow in a file, or takes for the end of a line.
  private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
  }
}
