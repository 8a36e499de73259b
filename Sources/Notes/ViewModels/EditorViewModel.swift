package import NotesDomain
import Observation

/// The creation and editing of notes, with or without the user's editor.
///
/// No typed text is lost: it is in a draft, which is removed only once the text is stored. When a note changes elsewhere
/// while it is edited, both texts are kept.
@MainActor @Observable
package final class EditorViewModel: ViewModel {
  package private(set) var state = EditorState()

  private let repository: any NoteRepository
  private let finder: NoteFinder
  private let draftEditing: DraftEditing
  private let ids: any NoteIDGenerator
  private let wallClock: any WallClock

  init(
    repository: any NoteRepository, finder: NoteFinder, drafts: any DraftStore, editor: any ExternalEditor,
    ids: any NoteIDGenerator, wallClock: any WallClock
  ) {
    self.repository = repository
    self.finder = finder
    draftEditing = DraftEditing(drafts: drafts, editor: editor)
    self.ids = ids
    self.wallClock = wallClock
  }

  /// Adds a note with a given text. Adds nothing if the text is blank and there is no title.
  package func add(_ form: NoteForm, body: String) async {
    await run {
      guard form.title != nil || body.contains(where: { !$0.isWhitespace }) else { return .nothing }
      let now = wallClock.now()
      let note = try form.note(body: body, id: ids.next(created: now), now: now, draft: nil)
      try await repository.insert([note])
      return .added(note)
    }
  }

  /// Adds a note whose text is written in the editor. Adds nothing if the text is blank.
  package func compose(_ form: NoteForm) async {
    await run {
      // Checks the form first, so that a misspelled tag is not reported after a page is written.
      let began = wallClock.now()
      let id = ids.next(created: began)
      _ = try form.note(body: "", id: id, now: began, draft: nil)
      let draft = try draftEditing.create(named: form.title ?? "new note", text: "")
      let body = try await draftEditing.edit(draft)
      guard body.contains(where: { !$0.isWhitespace }) else {
        try draftEditing.discard(draft)
        return .nothing
      }
      let note = try form.note(body: body, id: id, now: wallClock.now(), draft: draft)
      try await DraftEditing.storing(draft) { try await repository.insert([note]) }
      try draftEditing.discard(draft)
      return .added(note)
    }
  }

  /// Opens a note's text in the editor, and stores it afterwards.
  package func edit(_ reference: String) async {
    await run {
      let before = try await finder.note(reference)
      let draft = try draftEditing.create(named: before.title, text: before.body)
      let body = try await draftEditing.edit(draft)
      guard body != before.body else {
        try draftEditing.discard(draft)
        return .unchanged(before)
      }
      try DraftEditing.checkSize(body, draft: draft)
      let outcome = try await save(body, over: before, draft: draft)
      try draftEditing.discard(draft)
      return outcome
    }
  }

  /// Stores an edited text in its note, or in a new note if the text of the note has changed since.
  private func save(_ body: String, over before: Note, draft: Draft) async throws -> EditorState.Outcome {
    let now = wallClock.now()
    let stored = try await DraftEditing.storing(draft) {
      try await repository.update(before.id) { note in
        guard note.body == before.body else { return }
        note.title = NoteTitle.updated(for: note, newBody: body)
        note.body = body
        note.modified = now
      }
    }
    if let stored, stored.body == body { return .saved(stored) }
    let copy = Note(
      id: ids.next(created: now), title: NoteTitle.updated(for: before, newBody: body), body: body, tags: before.tags,
      notebook: before.notebook, created: now, modified: now)
    try await DraftEditing.storing(draft) { try await repository.insert([copy]) }
    return stored.map { .keptBoth(copy, stored: $0) } ?? .added(copy)
  }

  private func run(_ action: @MainActor () async throws -> EditorState.Outcome) async {
    state = EditorState(phase: .working)
    state.phase = await .after {
      let outcome = try await action()
      if let note = outcome.note { state.shortID = try await repository.shortID(of: note.id) }
      state.outcome = outcome
    }
  }
}

/// The state of the editor.
package struct EditorState: ViewState {
  /// The result of an action.
  package enum Outcome: Sendable, Hashable {
    case added(Note)
    case saved(Note)
    case unchanged(Note)
    /// The text is blank, and no note was added.
    case nothing
    /// The note changed elsewhere while it was edited: the first note is new and has the edited text.
    case keptBoth(Note, stored: Note)

    fileprivate var note: Note? {
      switch self {
      case .added(let note), .saved(let note), .unchanged(let note), .keptBoth(let note, _): note
      case .nothing: nil
      }
    }
  }

  package var phase: Phase = .idle
  package var outcome: Outcome?
  /// The shortest unique prefix of the note's id.
  package var shortID = ""
}

/// The properties of a new note, as typed.
package struct NoteForm: Sendable, Hashable {
  /// The title; `nil` to derive it from the text.
  package var title: String?
  package var tags: [String]
  /// The notebook; empty for the root.
  package var notebook: String

  package init(title: String? = nil, tags: [String] = [], notebook: String = "") {
    self.title = title
    self.tags = tags
    self.notebook = notebook
  }

  /// Creates the note.
  fileprivate func note(body: String, id: NoteID, now: Timestamp, draft: Draft?) throws(NoteFailure) -> Note {
    try DraftEditing.checkSize(body, draft: draft)
    let tags = try Tag.parse(tags)
    let notebook = try Notebook.parse(notebook)
    var title = NoteTitle.derived(from: body)
    if let given = self.title {
      guard let cleaned = NoteTitle.cleaned(given) else { throw .emptyTitle }
      title = cleaned
    }
    return Note(id: id, title: title, body: body, tags: tags, notebook: notebook, created: now, modified: now)
  }
}
