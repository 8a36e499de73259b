/// A note as bytes, as the items of a vault hold it: what one device writes, and every other must read the same.
///
/// The bytes are the wire encoding of Protocol Buffers; `Resources/wire/note.proto` describes them. They are written by
/// hand, since it is one message, and since a library would take liberties that are not ours to take. A note has exactly
/// one form: fields in ascending order, those with their default value left out. So two devices that hold the same note
/// hold the same bytes, and whatever can be read comes out again as it went in.
///
/// Nothing is repaired, and nothing is passed over. A device that ignored a field of a newer program would drop it from
/// the vault with its next edit; it is better that the item waits until the device has the newer program.
package enum NotePayload {
  /// The version of the format that is written and read.
  package static let version: UInt64 = 1

  /// Writes a note, all of it but its id. O(length).
  ///
  /// - Parameter note: The note.
  package static func encode(_ note: Note) -> [UInt8] {
    // Beside its texts a note has three times of up to ten bytes, and eleven fields of up to seven bytes before them; an
    // attachment has a digest and two lengths of up to ten bytes beside its name.
    var capacity = 112 + note.title.utf8.count + note.body.utf8.count + note.foreignFrontMatter.utf8.count
    capacity += note.notebook.path.utf8.count
    for tag in note.tags { capacity += 8 + tag.name.utf8.count }
    for attachment in note.attachments { capacity += 64 + attachment.name.utf8.count }
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
    return writer.bytes
  }

  /// Reads what ``encode(_:)`` wrote, and nothing else. O(length).
  ///
  /// - Parameters:
  ///   - bytes: Any bytes.
  ///   - id: The note's identity, which goes beside the bytes.
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
      case .body: note.body = try reader.text(limit: UInt64(NoteLimits.maximumBytes))
      case .tag: note.tags.append(try reader.tag())
      case .notebook: note.notebook = try reader.notebook()
      case .isPinned: note.isPinned = try reader.flag()
      case .isArchived: note.isArchived = try reader.flag()
      case .trashed: note.trashed = try reader.timestamp()
      case .created: note.created = try reader.timestampOtherThanZero()
      case .modified: note.modified = try reader.timestampOtherThanZero()
      case .foreignFrontMatter: note.foreignFrontMatter = try reader.text()
      case .attachment:
        guard attachments.count < Attachment.maximumCount else { throw .tooManyAttachments(limit: Attachment.maximumCount) }
        attachments.append(try reader.attachment(after: attachments.last))
      }
    }
    // A note drops a tag that it has already, and what was read would not come out again as it went in.
    guard note.tags.areDistinct else { throw .repeatedTag }
    if !attachments.isEmpty { note.attachments = attachments }
    return note
  }
}

/// Why the bytes of an item are no note to this program. They stay in the vault as they are.
package enum PayloadDecodingError: Error, Sendable, Hashable {
  /// They were written in another version of the format.
  case otherVersion(found: UInt64, supported: UInt64)
  /// They hold a field that this version of the format does not have.
  case unknownField(number: UInt64)
  /// They end in the middle of something.
  case truncated
  /// They say something in a way in which no program writes it: twice, out of order, or with more bytes than it takes.
  case notCanonical(offset: Int)
  /// A text in them is not UTF-8; the text begins at this offset.
  case notUTF8(offset: Int)
  /// They hold a tag, a notebook or an attachment's name that cannot be one; it begins at this offset.
  case invalidName(offset: Int)
  /// They hold a tag twice.
  case repeatedTag
  /// They hold more attachments than a note may have.
  case tooManyAttachments(limit: Int)
  /// The note's text is longer than a note's may be; see ``NoteLimits/maximumBytes``.
  case tooLarge(bytes: UInt64, limit: UInt64)
}

/// The fields of a note's bytes, by their numbers, which never change their meaning.
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

  /// Whether the field may come several times.
  var repeats: Bool { self == .tag || self == .attachment }

  /// Whether the field is a length and that many bytes; otherwise it is a number.
  var hasLength: Bool {
    switch self {
    case .title, .body, .tag, .notebook, .foreignFrontMatter, .attachment: true
    case .version, .isPinned, .isArchived, .trashed, .created, .modified: false
    }
  }

  /// What stands before the field's value: its number, and in the last three bits whether it has a length. One byte, as long
  /// as there is no field above 15.
  var key: UInt8 { rawValue << 3 | (hasLength ? 2 : 0) }
}
