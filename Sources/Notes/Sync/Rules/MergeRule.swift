package import NotesDomain

/// Makes one note of two that go back to the same.
package protocol MergeRule: Sendable {
  /// Merges two versions.
  ///
  /// - Parameters:
  ///   - base: What both go back to; `nil` when it is not known.
  ///   - ours: The version of this device.
  ///   - theirs: The version of the vault.
  /// - Returns: `nil` when a text would be lost.
  func merge(base: Note?, ours: Note, theirs: Note) -> Note?
}

/// Merges field by field, and texts line by line; see ``NoteMerge``.
struct FieldMergeRule: MergeRule {
  func merge(base: Note?, ours: Note, theirs: Note) -> Note? {
    NoteMerge.merge(base: base, ours: ours, theirs: theirs)
  }
}
