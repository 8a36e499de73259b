public import NotesDomain

extension Note {
  /// A note for a test, of which only what matters there is said.
  ///
  /// - Parameters:
  ///   - number: The number in its id; see ``SequentialNoteIDGenerator/id(_:)``.
  ///   - title: The title; `nil` to take it from the text.
  ///   - body: The text.
  ///   - tags: The tags; a malformed one is left out.
  ///   - notebook: The notebook; a malformed one is the root.
  ///   - modified: When it last changed, in minutes after ``FixedClock/start``; it was created then too.
  public static func sample(
    _ number: UInt64, title: String? = nil, body: String = "", tags: [String] = [], notebook: String = "",
    modified: Int64 = 0
  ) -> Note {
    let moment = Timestamp(millisecondsSince1970: FixedClock.start.millisecondsSince1970 + modified * 60_000)
    return Note(
      id: SequentialNoteIDGenerator.id(number), title: title ?? NoteTitle.derived(from: body), body: body,
      tags: tags.compactMap { Tag($0) }, notebook: Notebook(notebook) ?? .root, created: moment, modified: moment)
  }

  /// The note with a change.
  ///
  /// - Parameter change: The change.
  public func with(_ change: (inout Note) -> Void) -> Note {
    var copy = self
    change(&copy)
    return copy
  }
}
