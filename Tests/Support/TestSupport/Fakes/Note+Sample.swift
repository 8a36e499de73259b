package import NotesDomain

extension Note {
  /// A note for a test, of which only what matters there is said.
  ///
  /// ```swift
  /// let note = Note.sample(1, title: "Tea", tags: ["kitchen"]) { $0.isPinned = true }
  /// ```
  ///
  /// - Parameters:
  ///   - number: The number in its id; see ``SequentialNoteIDGenerator/id(_:)``.
  ///   - title: The title; `nil` to take it from the text.
  ///   - body: The text.
  ///   - tags: The tags; a malformed one is left out.
  ///   - notebook: The notebook; a malformed one is the root.
  ///   - minutes: When it was created and last changed, in minutes after ``FixedClock/start``; `nil` for its number.
  ///   - change: What else is so.
  package static func sample(
    _ number: UInt64,
    title: String? = nil,
    body: String = "Text.",
    tags: [String] = [],
    notebook: String = "",
    modified minutes: Int64? = nil,
    _ change: (inout Note) -> Void = { _ in }
  ) -> Note {
    let offset = (minutes ?? Int64(number)) * 60_000
    let moment = Timestamp(millisecondsSince1970: FixedClock.start.millisecondsSince1970 + offset)
    var note = Note(
      id: SequentialNoteIDGenerator.id(number), title: title ?? NoteTitle.derived(from: body), body: body,
      tags: tags.compactMap { Tag($0) }, notebook: Notebook(notebook) ?? .root, created: moment, modified: moment)
    change(&note)
    return note
  }
}
