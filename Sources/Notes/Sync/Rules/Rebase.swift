package import NotesDomain

/// What becomes of a note of this device when a version of the vault arrives.
package struct Rebase: Sendable {
  /// What happens to the note's text here.
  package enum Effect: Sendable, Hashable {
    /// Nothing.
    case none
    /// It is the vault's from now on.
    case adopted
    /// It is deleted.
    case deleted
    /// It is what the merge of both texts gave.
    case merged
    /// It is the vault's, and what stood here goes into a copy.
    case displaced(Note)
  }

  /// The note as it is from now on; `nil` when there is nothing to know about it any more.
  package var item: SyncItem?
  /// What happens to the note's text here.
  package var effect: Effect

  /// Creates an outcome.
  ///
  /// - Parameters:
  ///   - item: The note as it is from now on.
  ///   - effect: What happens to the note's text here.
  package init(_ item: SyncItem?, _ effect: Effect) {
    self.item = item
    self.effect = effect
  }
}
