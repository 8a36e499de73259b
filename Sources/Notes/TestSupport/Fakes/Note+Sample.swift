public import NotesDomain

extension Note {
  /// A note for a test: number 3 has the id `…003`, and was written and changed three minutes after ``FixedClock/start``.
  ///
  /// - Parameters:
  ///   - number: The number, from 1.
  ///   - title: The title; taken from the text when there is none.
  ///   - body: The text.
  ///   - tags: The tags, each of which must be one.
  ///   - notebook: The notebook's path.
  ///   - change: Anything else to set.
  public static func sample(
    _ number: UInt64,
    title: String? = nil,
    body: String = "Text.",
    tags: [String] = [],
    notebook: String = "",
    _ change: (inout Note) -> Void = { _ in }
  ) -> Note {
    let moment = Timestamp(millisecondsSince1970: FixedClock.start.millisecondsSince1970 + Int64(number) * 60_000)
    var note = Note(
      id: SequentialNoteIDGenerator.id(number), title: title ?? NoteTitle.derived(from: body), body: body,
      tags: tags.compactMap { Tag($0) }, notebook: Notebook(notebook) ?? .root, created: moment, modified: moment)
    change(&note)
    return note
  }
}
