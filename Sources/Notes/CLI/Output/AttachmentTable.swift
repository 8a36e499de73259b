import NotesDomain
import NotesViewModels

/// Lines of attachments, in columns that are as wide as they must be.
struct AttachmentTable {
  private let isForPeople: Bool

  /// - Parameter isForPeople: Whether to write short ids.
  init(isForPeople: Bool) {
    self.isForPeople = isForPeople
  }

  /// One line for each attachment: the note's id, the size, the name, the note's title, and what is missing here.
  func text(_ rows: [AttachmentRow]) -> StyledText {
    let cells = rows.map { row in
      let id = isForPeople ? row.shortID : row.stored.note.description
      return (id: id, size: ByteCountText.of(row.stored.attachment.size))
    }
    let idWidth = cells.map(\.id.count).max() ?? 0
    let sizeWidth = cells.map(\.size.count).max() ?? 0
    var text = StyledText(trusted: "")
    for (row, cell) in zip(rows, cells) {
      let id = cell.id + String(repeating: " ", count: idWidth - cell.id.count)
      let size = String(repeating: " ", count: sizeWidth - cell.size.count) + cell.size
      text += "\(.dim, id)  \(size)  \(.title, row.stored.attachment.name)  \(.dim, row.stored.title)"
      text += missing(row.stored) + "\n"
    }
    return text
  }

  private func missing(_ stored: StoredAttachment) -> StyledText {
    guard !stored.isComplete else { return "" }
    let text = stored.received == 0 ? "not here yet" : "only \(ByteCountText.of(stored.received)) of it here yet"
    return "  \(.failure, text)"
  }
}

/// Files of notes, in words.
enum AttachmentText {
  /// Some files in one line: `plan.pdf (12 bytes, 2cf24dba)`, so that one that was replaced looks different.
  static func list(_ attachments: [Attachment]) -> String {
    attachments.map { attachment in
      "\(attachment.name) (\(attachment.size) bytes, \(attachment.digest.description.prefix(8)))"
    }.joined(separator: ", ")
  }
}

/// Numbers of bytes, for people.
enum ByteCountText {
  /// For example `512 bytes` or `3.4 MB`.
  static func of(_ bytes: Int) -> String {
    let units = ["bytes", "kB", "MB", "GB"]
    var (value, unit) = (Double(bytes), 0)
    while value >= 1000, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
    let rounded = (value * 10).rounded() / 10
    guard unit > 0 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    return "\(rounded) \(units[unit])"
  }
}
