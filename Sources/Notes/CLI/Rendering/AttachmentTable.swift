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
      return (id: id, size: ByteText.of(row.stored.attachment.size))
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
    let text = stored.received == 0 ? "not here yet" : "only \(ByteText.of(stored.received)) of it here yet"
    return "  \(.failure, text)"
  }
}
