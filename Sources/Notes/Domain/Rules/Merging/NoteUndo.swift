/// How a change of a note is taken back, whatever happened to the note since.
public enum NoteUndo {
  /// What to do about one note of a set of changes that is taken back.
  ///
  /// A note that is as the change left it becomes what it was before. One that was changed since is merged: what came later
  /// stays, as far as it touches other lines and fields. A note that the change added goes to the trash, not away.
  ///
  /// - Parameters:
  ///   - change: What happened to the note.
  ///   - current: The note as it is; `nil` when it is gone.
  ///   - moment: The time, for what goes to the trash.
  public static func reversal(of change: NoteChange, current: Note?, at moment: Timestamp) -> Reversal {
    guard let before = change.before else { return reversalOfAddition(change.after, current, moment) }
    guard let current else { return change.after == nil ? .write(before) : .refuse }
    if current == before { return .leave }
    if current == change.after { return .write(before) }
    guard let merged = NoteMerge.merge(base: change.after, ours: current, theirs: before) else { return .refuse }
    return merged == current ? .leave : .write(merged)
  }

  private static func reversalOfAddition(_ added: Note?, _ current: Note?, _ moment: Timestamp) -> Reversal {
    guard let added, var current, current.trashed == nil else { return .leave }
    // Pinned, moved or archived, it is still what was added; with another text it is somebody's work.
    guard !current.hasTextOtherThan(added) else { return .refuse }
    current.trashed = moment
    return .write(current)
  }
}
