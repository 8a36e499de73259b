import NotesDomain
import NotesViewModels

/// Attachments in aligned columns, one line each: the note's id, the size, the name, the note's title, the download state.
struct AttachmentTable {
  /// Whether to write short ids, for reading.
  let hasShortIDs: Bool

  func text(_ rows: [Row<StoredAttachment>]) -> StyledText {
    let ids = rows.map { hasShortIDs ? $0.label : $0.value.note.description }
    let sizes = rows.map { ByteCountText.of($0.value.attachment.size) }
    let idWidth = ids.map(\.count).max() ?? 0
    let sizeWidth = sizes.map(\.count).max() ?? 0
    var text: StyledText = ""
    for (row, (id, size)) in zip(rows, zip(ids, sizes)) {
      text += "\(.dim, id.padded(to: idWidth))  \(raw: size.leftPadded(to: sizeWidth))"
      text += "  \(.title, row.value.attachment.name)  \(.dim, row.value.title)"
      text += downloadState(row.value) + "\n"
    }
    return text
  }

  private func downloadState(_ stored: StoredAttachment) -> StyledText {
    guard !stored.isComplete else { return "" }
    let text = stored.received == 0 ? "not downloaded" : "\(ByteCountText.of(stored.received)) downloaded"
    return "  \(.failure, text)"
  }
}
