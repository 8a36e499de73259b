/// The rules of writing notes.
package struct Notebook: Sendable {
  private let store: any NoteStore
  private let clock: any WallClock
  private let ids: any NoteIDs

  package init(store: any NoteStore, clock: any WallClock, ids: any NoteIDs) {
    (self.store, self.clock, self.ids) = (store, clock, ids)
  }

  /// Adds a note.
  ///
  /// - Throws: ``NotebookError``.
  package func add(_ text: String) async throws(NotebookError) -> Note {
    let note = try Self.checked(Note(id: ids.next(), content: Note.Content(text: text), modified: clock.now()))
    return try await update(note.id) { _ in note }
  }

  /// Changes the content of a note.
  ///
  /// - Parameter change: It is applied to what the store has by then, so that what a sync brought meanwhile is not lost.
  /// - Throws: ``NotebookError``, and nothing is changed.
  package func edit(
    _ id: Note.ID, _ change: @escaping @Sendable (inout Note.Content) -> Void
  ) async throws(NotebookError) -> Note {
    let now = clock.now()
    return try await update(id) { note throws(NotebookError) in
      guard var note, !note.content.isDeleted else { throw .noNote }
      let before = note.content
      change(&note.content)
      // An edit moves the note to the top of the list.
      if note.content == before { return note }
      note.modified = now
      // Only a text that was written now is checked: a merge may have made an empty or a long one.
      return note.content.text == before.text ? note : try Self.checked(note)
    }
  }

  /// Deletes a note.
  ///
  /// - Throws: ``NotebookError``.
  package func delete(_ id: Note.ID) async throws(NotebookError) -> Note {
    try await edit(id) { $0.isDeleted = true }
  }

  /// Replaces the text of a note by one that was made from an earlier text, as an editor does that was open for a while. Changes
  /// of other lines by others are kept, and a note that others deleted meanwhile returns.
  ///
  /// - Throws: ``NotebookError/changedMeanwhile`` where others changed the same lines; ``NotebookError`` in other cases.
  package func rewrite(_ id: Note.ID, from old: String, to new: String) async throws(NotebookError) -> Note {
    let now = clock.now()
    return try await update(id) { note throws(NotebookError) in
      guard var note else { throw .noNote }
      if new == old || new == note.content.text && !note.content.isDeleted { return note }
      guard let text = note.content.isDeleted ? new : mergedLines(of: new, and: note.content.text, from: old) else {
        throw .changedMeanwhile
      }
      (note.content.text, note.content.isDeleted, note.modified) = (text, false, now)
      return try Self.checked(note)
    }
  }

  private func update(
    _ id: Note.ID, _ change: @escaping @Sendable (Note?) throws(NotebookError) -> Note
  ) async throws(NotebookError) -> Note {
    let result: Result<Note, NotebookError>
    do { result = try await store.update(id, change) } catch { throw .store(error) }
    return try result.get()
  }

  private static func checked(_ note: Note) throws(NotebookError) -> Note {
    let text = note.content.text
    guard text.contains(where: { !$0.isWhitespace }) else { throw .emptyText }
    guard text.utf8.count <= maximumBytes else { throw .tooLong(bytes: text.utf8.count) }
    return note
  }

  /// The size of the longest text, in bytes of UTF-8.
  package static let maximumBytes = 1_000_000
}

/// A reason why a note was not written.
package enum NotebookError: Error, Hashable, Sendable {
  case emptyText
  /// The text is longer than ``Notebook/maximumBytes``.
  case tooLong(bytes: Int)
  /// There is no such note, or it was deleted.
  case noNote
  /// Others changed the same lines since the text was read.
  case changedMeanwhile
  case store(StoreError)
}
