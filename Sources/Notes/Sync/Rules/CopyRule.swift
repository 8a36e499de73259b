package import NotesDomain

/// Makes the note that keeps a text which could not be merged.
package protocol CopyRule: Sendable {
  /// The copy of a note.
  ///
  /// - Parameter note: The note as it was here.
  /// - Returns: A note of its own; `nil` to let the text go.
  func copy(of note: Note) -> Note?
}

/// Makes copies with fresh ids.
///
/// An id that follows from the text would be the same on two devices that meet the same conflict, which sounds like a saving:
/// they would then push, and conflict on, that id in turn, for ever.
struct FreshCopyRule: CopyRule {
  let ids: any NoteIDGenerator

  init(ids: any NoteIDGenerator) {
    self.ids = ids
  }

  func copy(of note: Note) -> Note? {
    var copy = note.copied(as: ids.next(created: note.created))
    if !copy.title.hasSuffix(NoteConflict.copyMark) { copy.title += NoteConflict.copyMark }
    return copy
  }
}
