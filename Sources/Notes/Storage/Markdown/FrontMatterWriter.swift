import NotesDomain

/// Writes the front matter of a document.
enum FrontMatterWriter {
  /// The lines from mark to mark; nothing when the document has nothing to say there and needs no marks.
  static func text(for document: VaultDocument) -> String {
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
