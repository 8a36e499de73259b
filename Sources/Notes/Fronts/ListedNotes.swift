package import NotesDomain

/// The notes of the last list that a person saw, who names them by their numbers in it, from 1.
package protocol ListedNotes: Sendable {
  /// Returns the notes of the last list in its order; empty if there is none.
  func load() -> [NoteID]

  /// Replaces the list, also if the new one cannot be stored: then there is none.
  ///
  /// - Returns: Whether the list is stored. Otherwise no numbers may be shown, since they would name the notes of an earlier
  ///   list.
  func save(_ notes: [NoteID]) -> Bool
}
