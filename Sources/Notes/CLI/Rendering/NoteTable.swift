import NotesDomain
import NotesViewModels

/// Lines of notes, in columns that are as wide as they must be.
struct NoteTable {
  private let times: TimeText
  private let width: Int?

  /// - Parameters:
  ///   - times: How moments are written.
  ///   - width: The columns of the screen; `nil` to leave nothing out.
  init(times: TimeText, width: Int?) {
    self.times = times
    self.width = width
  }

  /// One line for each note: id, time of change, title, notebook, tags.
  func text(_ rows: [NoteRow]) -> StyledText {
    let idWidth = rows.map(\.shortID.count).max() ?? 0
    var text = StyledText(trusted: "")
    for row in rows { text += line(row, idWidth: idWidth) }
    return text
  }

  private func line(_ row: NoteRow, idWidth: Int) -> StyledText {
    let id = row.shortID + String(repeating: " ", count: idWidth - row.shortID.count)
    let marks = (row.note.isPinned ? "* " : "") + (row.note.isArchived ? "[archived] " : "")
    let place = row.note.notebook.path
    let tags = row.note.tags.map { "#" + $0.name }.joined(separator: " ")
    // On a screen the title gets what is left, at least a third; on anything else nothing is cut.
    let used = idWidth + 2 + 16 + 2 + marks.count
    let rest = width.map { max(20, $0 - used) }
    let details = DisplayWidth.of(place) + DisplayWidth.of(tags) + 4
    let title = rest.map { DisplayWidth.fitted(row.note.title, to: max($0 / 3, $0 - details)) } ?? row.note.title
    let left = rest.map { max(0, $0 - DisplayWidth.of(title) - 2) }
    var text: StyledText = "\(.dim, id)  \(.dim, times.short(row.note.modified))  \(.good, marks)\(.title, title)"
    if !place.isEmpty { text += "  \(.dim, left.map { DisplayWidth.fitted(place, to: $0) } ?? place)" }
    let forTags = left.map { max(0, $0 - DisplayWidth.of(place) - (place.isEmpty ? 0 : 2)) }
    if !tags.isEmpty, (forTags ?? 1) > 0 {
      text += "  \(.tag, forTags.map { DisplayWidth.fitted(tags, to: $0) } ?? tags)"
    }
    return text + "\n"
  }
}
