/// A note as bytes, as the items of a vault hold it: what one device writes, and every other must read the same.
///
/// The bytes are the wire encoding of Protocol Buffers; `Resources/wire/note.proto` describes them. They are written by
/// hand, since it is one message, and since a library would take liberties that are not ours to take. A note has exactly
/// one form: fields in ascending order, those with their default value left out. So two devices that hold the same note
/// hold the same bytes, and whatever can be read comes out again as it went in.
///
/// Nothing is repaired, and nothing is passed over. A device that ignored a field of a newer program would drop it from
/// the vault with its next edit; it is better that the item waits until the device has the newer program.
public enum NotePayload {
  /// The version of the format that is written and read.
  public static let version: UInt64 = 1

  /// Writes a note, all of it but its id. O(length).
  ///
  /// - Parameter note: The note.
  public static func encode(_ note: Note) -> [UInt8] {
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
  public static func decode(_ bytes: [UInt8], as id: NoteID) throws(PayloadProblem) -> Note {
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
        guard attachments.count < Attachment.most else { throw .tooManyAttachments(limit: Attachment.most) }
        attachments.append(try reader.attachment(after: attachments.last))
      }
    }
    // A note drops a tag that it has already, and what was read would not come out again as it went in.
    guard note.tags.areDistinct else { throw .repeatedTag }
    if !attachments.isEmpty { note.attachments = attachments }
    return note
  }
}
