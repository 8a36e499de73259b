import NotesDomain

/// Files of notes, in words.
enum AttachmentWords {
  /// Some files in one line: `plan.pdf (12 bytes, 2cf24dba)`, so that one that was replaced looks different.
  static func list(_ attachments: [Attachment]) -> String {
    attachments.map { attachment in
      "\(attachment.name) (\(attachment.size) bytes, \(attachment.digest.description.prefix(8)))"
    }.joined(separator: ", ")
  }
}
