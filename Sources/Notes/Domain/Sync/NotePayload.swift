/// The encoding of notes as bytes, in which vaults store them.
///
/// The bytes are in the wire format of Protocol Buffers, described by `Resources/wire/note.proto`. They are canonical:
/// fields are in ascending order, and default values are omitted. So devices that hold the same note hold the same
/// bytes, and everything that decodes encodes to the same bytes again. The codec is written by hand for that reason;
/// see `docs/decisions/0043-payload-codec-by-hand.md`.
///
/// Decoding has no limit for texts: a device reads whatever it may have written, and a store keeps the limits (``NoteLimit``).
/// Otherwise decoding repairs nothing and ignores nothing. A device that ignored a field of a newer program would drop it from
/// the vault with its next edit; instead, the item waits until the device has a newer program.
package enum NotePayload {
  /// The version of the format.
  package static let version: UInt64 = 1

  /// Encodes a note without its identifier. O(length).
  package static func encode(_ note: Note) -> [UInt8] {
    // Besides its texts, a note has three times of up to ten bytes and twelve field headers of up to seven bytes. An
    // attachment has a digest and two lengths of up to ten bytes besides its name.
    var capacity = 112 + note.title.utf8.count + note.body.utf8.count + note.foreignFrontMatter.utf8.count
    capacity += note.notebook.path.utf8.count + note.fileName.utf8.count
    for tag in note.tags { capacity += 8 + tag.name.utf8.count }
    for attachment in note.attachments { capacity += 70 + attachment.name.utf8.count + attachment.path.utf8.count }
    var writer = PayloadWriter(capacity: capacity)
    writer.write(version, as: .version)
    writer.write(note.title, as: .title)
    writer.write(note.body, as: .body)
    for tag in note.tags { writer.write(tag.name, as: .tag) }
    writer.write(note.notebook.path, as: .notebook)
    writer.write(note.isPinned, as: .isPinned)
    writer.write(note.isArchived, as: .isArchived)
    if let trashed = note.trashed { writer.writeAlways(trashed, as: .trashed) }
    writer.write(note.created, as: .created)
    writer.write(note.modified, as: .modified)
    writer.write(note.foreignFrontMatter, as: .foreignFrontMatter)
    for attachment in note.attachments { writer.write(attachment, as: .attachment) }
    writer.write(note.fileName, as: .fileName)
    return writer.bytes
  }

  /// Decodes bytes in canonical form. The identifier is stored beside them. O(length).
  package static func decode(_ bytes: [UInt8], as id: NoteID) throws(PayloadDecodingError) -> Note {
    var reader = PayloadReader(bytes)
    try reader.readVersion(version)
    var attachments: [Attachment] = []
    var note = Note(
      id: id, title: "", body: "", created: Timestamp(millisecondsSince1970: 0),
      modified: Timestamp(millisecondsSince1970: 0))
    while let field = try reader.nextField() {
      switch field {
      case .version: try reader.refuse()
      case .title: note.title = try reader.text()
      case .body: note.body = try reader.text()
      case .tag: note.tags.append(try reader.tag())
      case .notebook: note.notebook = try reader.notebook()
      case .isPinned: note.isPinned = try reader.flag()
      case .isArchived: note.isArchived = try reader.flag()
      case .trashed: note.trashed = try reader.timestamp()
      case .created: note.created = try reader.timestampOtherThanZero()
      case .modified: note.modified = try reader.timestampOtherThanZero()
      case .foreignFrontMatter: note.foreignFrontMatter = try reader.text()
      case .attachment:
        guard attachments.count < Attachment.maximumCount else {
          throw .tooManyAttachments(limit: Attachment.maximumCount)
        }
        attachments.append(try reader.attachment(after: attachments.last))
      case .fileName: note.fileName = try reader.fileName()
      }
    }
    // A note drops duplicate tags, so the bytes would change when it is encoded again.
    guard note.tags.areDistinct else { throw .repeatedTag }
    if !attachments.isEmpty { note.attachments = attachments }
    return note
  }
}

/// An error of decoding the bytes of a note. The bytes stay in the vault unchanged.
package enum PayloadDecodingError: Error, Sendable, Hashable {
  /// The bytes have another version of the format.
  case otherVersion(found: UInt64, supported: UInt64)
  /// The bytes contain an unknown field.
  case unknownField(number: UInt64)
  /// The bytes end within a field.
  case truncated
  /// The encoding is not canonical: a field is repeated, out of order, or longer than necessary.
  case notCanonical(offset: Int)
  /// The text at the offset is not UTF-8.
  case notUTF8(offset: Int)
  /// The name of the tag, notebook, attachment or file at the offset is invalid.
  case invalidName(offset: Int)
  /// The bytes contain a tag twice.
  case repeatedTag
  /// The bytes contain more attachments than a note may have.
  case tooManyAttachments(limit: Int)
  /// The name of a file, or the name or path of an attachment, is longer than any is.
  case tooLarge(bytes: UInt64, limit: UInt64)
}

/// The fields of an encoded note. Numbers are never reused.
enum PayloadField: UInt8 {
  case version = 1
  case title = 2
  case body = 3
  case tag = 4
  case notebook = 5
  case isPinned = 6
  case isArchived = 7
  case trashed = 8
  case created = 9
  case modified = 10
  case foreignFrontMatter = 11
  case attachment = 12
  case fileName = 13

  /// Whether the field may occur several times.
  var repeats: Bool { self == .tag || self == .attachment }

  /// Whether the field has the wire type of length-delimited values; otherwise it is a varint.
  var hasLength: Bool {
    switch self {
    case .title, .body, .tag, .notebook, .foreignFrontMatter, .attachment, .fileName: true
    case .version, .isPinned, .isArchived, .trashed, .created, .modified: false
    }
  }

  /// The tag of the field: its number, and its wire type in the lowest three bits. One byte for field numbers up to 15.
  var key: UInt8 { rawValue << 3 | (hasLength ? 2 : 0) }
}
