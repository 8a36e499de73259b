import NotesDomain

extension JSONValue {
  /// A file of a note, as `attachments` prints it.
  static func attachment(_ stored: StoredAttachment) -> JSONValue {
    .members(
      ("note", .string(stored.note.description)), ("title", .string(stored.title)),
      ("name", .string(stored.attachment.name)), ("size", .number(stored.attachment.size)),
      ("sha256", .string(stored.attachment.digest.description)), ("received", .number(stored.received)),
      ("complete", .bool(stored.isComplete)))
  }

  /// The files of a note, as `show` prints them.
  static func attachments(_ attachments: [Attachment]) -> JSONValue {
    .array(
      attachments.map { attachment in
        .members(
          ("name", .string(attachment.name)), ("size", .number(attachment.size)),
          ("sha256", .string(attachment.digest.description)))
      })
  }
}

extension StoredAttachment {
  /// An attachment that shows which fields there are.
  static var example: StoredAttachment {
    guard let digest = BlobDigest(bytes: [UInt8](repeating: 0, count: BlobDigest.count)),
      let attachment = Attachment(name: "file", digest: digest, size: 0)
    else { preconditionFailure("32 bytes are a digest") }
    return StoredAttachment(
      note: NoteID(high: 0, low: 0), title: "", attachment: attachment, received: 0, isComplete: false)
  }
}
