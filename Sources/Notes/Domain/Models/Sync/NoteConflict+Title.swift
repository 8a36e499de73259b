extension NoteConflict {
  /// What the title of a copy ends with, so that people tell it from the note.
  public static let copyMark = " (conflicting copy)"

  /// The title that this device's side has without the mark of a copy.
  ///
  /// - Parameter ours: The copy as it is now, or ``ours``.
  public func unmarkedTitle(of ours: Note) -> String {
    let title = ours.title.hasSuffix(Self.copyMark) ? String(ours.title.dropLast(Self.copyMark.count)) : ours.title
    // A title that nobody has touched since follows the text, if it did before.
    guard [title, ours.title].contains(self.ours.title) else { return title }
    return NoteTitle.following(self.ours, newBody: ours.body)
  }
}
