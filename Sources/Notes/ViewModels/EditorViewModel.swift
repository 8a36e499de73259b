package import NotesDomain
import Observation

/// Writing new notes and editing old ones, in the person's editor or without it.
///
/// A text that was typed is never lost: it lies in a draft until it is in the store, and the draft is removed after that
/// only. When a note changes elsewhere while it is in the editor, both texts are kept.
@MainActor @Observable
package final class EditorViewModel {
  /// What to show.
  package private(set) var state = EditorState()

  private let repository: any NoteRepository
  private let finder: NoteFinder
  private let draftEditing: DraftEditing
  private let ids: any NoteIDGenerator
  private let clock: any WallClock

  /// Creates a view-model.
  ///
  /// - Parameters:
  ///   - repository: Where the notes are.
  ///   - finder: Finds the note that is meant.
  ///   - drafts: Where texts lie while they are edited.
  ///   - editor: The person's editor.
  ///   - ids: Where the ids of new notes come from.
  ///   - clock: The time of changes.
  package init(
    repository: any NoteRepository, finder: NoteFinder, drafts: any DraftStore, editor: any ExternalEditor,
    ids: any NoteIDGenerator, clock: any WallClock
  ) {
    self.repository = repository
    self.finder = finder
    draftEditing = DraftEditing(drafts: drafts, editor: editor)
    self.ids = ids
    self.clock = clock
  }

  /// Adds a note whose text is known.
  ///
  /// - Parameters:
  ///   - form: What is said about the note.
  ///   - body: The text; an empty one makes a note all the same if it has a title.
  package func add(_ form: NoteForm, body: String) async {
    await act { () async throws(Failure) in
      guard form.title != nil || body.contains(where: { !$0.isWhitespace }) else { return .nothing }
      let now = self.clock.now()
      let note = try Self.note(form, body: body, id: self.ids.next(created: now), now: now, draft: nil)
      try await Failure.ofStore { () async throws(StoreError) in try await self.repository.insert([note]) }
      return .added(note)
    }
  }

  /// Lets the person write a new note in the editor. An empty text makes no note.
  ///
  /// - Parameter form: What is said about the note.
  package func compose(_ form: NoteForm) async {
    await act { () async throws(Failure) in
      // The form is read first: nobody shall write a page and then learn that a tag was misspelt.
      let began = self.clock.now()
      let id = self.ids.next(created: began)
      _ = try Self.note(form, body: "", id: id, now: began, draft: nil)
      let draft = try self.draftEditing.draft(named: form.title ?? "new note", text: "")
      let body = try await self.draftEditing.edited(draft)
      guard body.contains(where: { !$0.isWhitespace }) else {
        try self.draftEditing.discard(draft)
        return .nothing
      }
      let note = try Self.note(form, body: body, id: id, now: self.clock.now(), draft: draft)
      try await Failure.ofStore(keeping: draft) { () async throws(StoreError) in
        try await self.repository.insert([note])
      }
      try self.draftEditing.discard(draft)
      return .added(note)
    }
  }

  /// Lets the person edit a note's text.
  ///
  /// - Parameter reference: The beginning of the note's id.
  package func edit(_ reference: String) async {
    await act { () async throws(Failure) in
      let id = try await self.finder.id(reference)
      guard
        let before = try await Failure.ofStore({ () async throws(StoreError) in try await self.repository.note(id) })
      else { throw .reference(.unknown(reference)) }
      let draft = try self.draftEditing.draft(named: before.title, text: before.body)
      let body = try await self.draftEditing.edited(draft)
      guard body != before.body else {
        try self.draftEditing.discard(draft)
        return .unchanged(before)
      }
      try DraftEditing.checkSize(body, draft: draft)
      let outcome = try await self.save(body, over: before, keeping: draft)
      try self.draftEditing.discard(draft)
      return outcome
    }
  }

  /// Writes an edited text over the note it came from, unless that has another text by now; then into a new note.
  private func save(_ body: String, over before: Note, keeping draft: Draft) async throws(Failure)
    -> EditorState.Outcome
  {
    let now = clock.now()
    let stored = try await Failure.ofStore(keeping: draft) { () async throws(StoreError) in
      try await self.repository.update(before.id) { note in
        guard note.body == before.body else { return }
        note.title = NoteTitle.following(note, newBody: body)
        note.body = body
        note.modified = now
      }
    }
    if let stored, stored.body == body { return .saved(stored) }
    let copy = Note(
      id: ids.next(created: now), title: NoteTitle.following(before, newBody: body), body: body, tags: before.tags,
      notebook: before.notebook, created: now, modified: now)
    try await Failure.ofStore(keeping: draft) { () async throws(StoreError) in try await self.repository.insert([copy])
    }
    return stored.map { .keptBoth(copy, stored: $0) } ?? .added(copy)
  }

  private func act(_ action: () async throws(Failure) -> EditorState.Outcome) async {
    state = EditorState(phase: .working)
    do throws(Failure) {
      let outcome = try await action()
      let shortID = try await abbreviation(of: outcome)
      state = EditorState(phase: .done, outcome: outcome, shortID: shortID)
    } catch {
      state.phase = .failed(error)
    }
  }

  private func abbreviation(of outcome: EditorState.Outcome) async throws(Failure) -> String {
    switch outcome {
    case .added(let note), .saved(let note), .unchanged(let note), .keptBoth(let note, _):
      let short = try await Failure.ofStore { () async throws(StoreError) in
        try await self.repository.abbreviations(of: [note.id])
      }
      return short[note.id] ?? note.id.description
    case .nothing:
      return ""
    }
  }
}

extension EditorViewModel {
  private static func note(
    _ form: NoteForm, body: String, id: NoteID, now: Timestamp, draft: Draft?
  ) throws(Failure) -> Note {
    try DraftEditing.checkSize(body, draft: draft)
    var tags: [Tag] = []
    for text in form.tags {
      guard let tag = Tag(text) else { throw .malformedTag(text) }
      tags.append(tag)
    }
    guard let notebook = Notebook(form.notebook) else { throw .malformedNotebook(form.notebook) }
    var title = NoteTitle.derived(from: body)
    if let given = form.title {
      guard let cleaned = NoteTitle.cleaned(given) else { throw .emptyTitle }
      title = cleaned
    }
    return Note(id: id, title: title, body: body, tags: tags, notebook: notebook, created: now, modified: now)
  }
}

/// What came of writing or editing.
package struct EditorState: Sendable, Hashable {
  /// What happened to the note.
  package enum Outcome: Sendable, Hashable {
    /// There is a new note.
    case added(Note)
    /// The note has a new text.
    case saved(Note)
    /// The text is as it was.
    case unchanged(Note)
    /// Nothing was written, so there is no note.
    case nothing
    /// The note changed elsewhere while it was edited: what was edited is kept in a note of its own, the first.
    case keptBoth(Note, stored: Note)
  }

  /// How far the last action is.
  package var phase: Phase = .idle
  /// What happened to the note.
  package var outcome: Outcome?
  /// The shortest beginning of the note's id that names it.
  package var shortID = ""
}

/// What a person says about a note before it is written.
package struct NoteForm: Sendable, Hashable {
  /// The title; `nil` to take it from the text.
  package var title: String?
  /// The tags, as typed.
  package var tags: [String]
  /// The notebook, as typed; nothing for the root.
  package var notebook: String

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - title: The title; `nil` to take it from the text.
  ///   - tags: The tags, as typed.
  ///   - notebook: The notebook, as typed.
  package init(title: String? = nil, tags: [String] = [], notebook: String = "") {
    self.title = title
    self.tags = tags
    self.notebook = notebook
  }
}
