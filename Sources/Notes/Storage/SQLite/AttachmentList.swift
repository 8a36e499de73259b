import NotesDomain

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
