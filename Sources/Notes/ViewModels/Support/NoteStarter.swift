import NotesDomain
import NotesTransfer

/// Gives new notes what they begin with: an identifier, the time, a template, the front matter of a text.
struct NoteStarter: Sendable {
  let templates: TemplateReader
  let documents: any MarkdownDocumentParser
  let ids: any NoteIDGenerator
  let wallClock: any WallClock
  let zone: any TimeZoneOffsets

  /// The day in the person's time zone.
  var today: CivilDate { LocalCalendar(zone: zone, now: now()).today }

  func now() -> Timestamp { wallClock.now() }

  func nextID(created: Timestamp) -> NoteID { ids.next(created: created) }

  /// Reads a text with or without front matter.
  func document(_ text: String) -> MarkdownDocument { documents.document(text, modified: now()) }
}
