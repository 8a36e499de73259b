import NotesDomain

/// What ``InMemoryStoreState`` knows of a note for sync; the note itself lies among the notes.
struct StoredItem: Sendable {
  var revision = Revision.none
  var base: Note?
  var block: SyncBlock?
}
