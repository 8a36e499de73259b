package import NotesDomain
package import NotesTransfer
import Observation

/// The creation and editing of notes, with or without the user's editor.
///
/// No typed text is lost: it is in a draft, which is removed only once the text is stored. When a note changes elsewhere
/// while it is edited, both changes are merged like those of sync; if they overlap, both texts are kept, as a conflict.
@MainActor @Observable
package final class EditorViewModel: ViewModel {
  package internal(set) var state = EditorState()

  let repository: any NoteRepository
  let finder: NoteFinder
  let draftEditing: DraftEditing
  let saver: EditedNoteSaver
  let history: any NoteHistory
  let starter: NoteStarter

  init(
    repository: any NoteRepository, finder: NoteFinder, draftEditing: DraftEditing, saver: EditedNoteSaver,
    history: any NoteHistory, starter: NoteStarter
  ) {
    self.repository = repository
    self.finder = finder
    self.draftEditing = draftEditing
    self.saver = saver
    self.history = history
    self.starter = starter
  }

  /// Adds a note with a given text. Adds nothing if the text is blank and there is no title.
  ///
  /// - Parameter id: The identifier of the note, for a form that may be sent twice: what is sent again is an edit of the note
  ///   that was added. `nil` for a new identifier.
  package func add(_ form: NoteForm, body: String, id: NoteID? = nil) async {
    await run {
      guard form.title != nil || !body.isBlank else { return .nothing }
      let now = starter.now()
      let note = try await inNotebook(form).note(
        body: body, id: id ?? starter.nextID(created: now), now: now, draft: nil)
      let isAdded = try await DraftEditing.keeping(body, named: note.title, in: draftEditing.drafts) {
        do throws(StoreError) {
          try await repository.insert([note])
          return true
        } catch .exists where id != nil {
          return false
        }
      }
      if isAdded { return .added(note) }
      return try await saveAgain(form, as: note)
    }
  }

  /// Adds a note from a document with front matter, which is read like that of an imported file. Its identifier is new, and it
  /// has no attachments. Adds nothing if the text is blank and there is no title.
  ///
  /// - Parameter form: The title and the notebook, which override those of the document, and more tags.
  package func add(_ form: NoteForm, document text: String) async {
    await run { try await add(form, of: parse(text), typed: text) }
  }

  /// Checks that a template exists, before its text is read from standard input.
  package func find(template name: String) async {
    state = EditorState(phase: .working)
    state.phase = await .after { _ = try starter.templates.template(named: name, title: nil) }
  }

  /// Adds a note that begins with a template, and has a given text at its end. Adds nothing if all of it is blank and there is
  /// no title.
  ///
  /// - Parameter form: The title and the notebook, which override those of the template, and more tags.
  package func add(_ form: NoteForm, body: String, template name: String) async {
    await run {
      let template = try starter.templates.template(named: name, title: form.title)
      return try await add(form, of: document(of: template, with: body), typed: body)
    }
  }

  /// Adds the note of a document. Adds nothing if it has neither a title nor a text.
  private func add(
    _ form: NoteForm, of document: MarkdownDocument, typed text: String
  ) async throws -> EditorState.Outcome {
    // A text gives it a title.
    guard form.title != nil || document.titled().title != nil else { return .nothing }
    let note = try note(of: document, try await inNotebook(form))
    try await DraftEditing.keeping(text, named: note.title, in: draftEditing.drafts) {
      try await repository.insert([note])
    }
    return .added(note)
  }

  /// Returns the document of a template with a text at its end.
  func document(of template: TemplateDocument, with body: String) -> MarkdownDocument {
    report(template)
    var document = template.document
    let isNewLine = document.body.isEmpty || document.body.utf8.last == UInt8(ascii: "\n")
    document.body += body.isEmpty || isNewLine ? body : "\n" + body
    return document
  }

  /// Returns a form with the existing notebook that its path means.
  func inNotebook(_ form: NoteForm) async throws -> NoteForm {
    guard let path = form.notebook else { return form }
    // From a store that fails, as it is typed: the text is kept in a draft when it cannot be stored.
    let typed = try Notebook.parse(path)
    let notebook = (try? await NotebookFinder(repository: repository).notebook(path)) ?? typed
    var found = form
    found.notebook = notebook.path
    if notebook != typed { state.existingNotebook = notebook }
    return found
  }

  func note(of document: MarkdownDocument, _ form: NoteForm) throws -> Note {
    try form.note(of: document.titled(), id: starter.nextID(created: document.creation))
  }

  /// Adds a note whose text is written in the editor, which begins with that of a template. Adds nothing if the text is blank.
  ///
  /// - Parameter name: The name of the template; `nil` for an empty text.
  package func compose(_ form: NoteForm, template name: String? = nil) async {
    await compose(form) {
      try name.map { try starter.templates.template(named: $0, title: form.title) }
    } store: { note, draft in
      try await DraftEditing.storing(draft) { try await self.repository.insert([note]) }
      return .added(note)
    }
  }

  func compose(
    _ form: NoteForm, from template: @MainActor () throws -> TemplateDocument?,
    store: @MainActor (Note, Draft) async throws -> EditorState.Outcome
  ) async {
    await run {
      try form.check()
      let form = try await inNotebook(form)
      let template = try template()
      if let template { report(template) }
      let id = starter.nextID(created: starter.now())
      let (draft, body) = try await draftEditing.edit(template?.document.body ?? "", named: form.title ?? "new note")
      guard !body.isBlank else {
        try await draftEditing.discard(draft)
        return .nothing
      }
      let note = try form.note(body: body, id: id, now: starter.now(), draft: draft, from: template?.document)
      let outcome = try await store(note, draft)
      try await draftEditing.discard(draft)
      return outcome
    }
  }

  /// Opens a note's text in the editor, and stores it afterwards.
  package func edit(_ reference: String) async {
    await run {
      let before = try await finder.note(reference)
      let name = MarkdownFileName.stem(for: before.title)
      state.earlierDrafts = ((try? await draftEditing.drafts.drafts()) ?? []).count { $0.name == name && !$0.isOpen }
      let (draft, body) = try await draftEditing.edit(before.body, named: before.title)
      let outcome = try await save(.text(body), over: before, from: .draft(draft))
      try await draftEditing.discard(draft)
      return outcome
    }
  }

  /// Reports what a template has that its author did not mean.
  private func report(_ template: TemplateDocument) {
    state.unknownPlaceholders = template.unknownPlaceholders
    state.frontMatterProblem = template.problem
  }

  /// Checks that a note exists, before its text is read from standard input.
  package func find(_ reference: String) async {
    await run { .unchanged(try await finder.note(reference)) }
  }

  /// Replaces a note's text by a given one. What changed since is merged, as after ``edit(_:)``.
  ///
  /// - Parameter before: The note as it was when the person began to type.
  package func replace(_ before: Note, with body: String) async {
    await run { try await save(.text(body), over: before, from: .input(body)) }
  }

  /// Replaces everything that a document with front matter has: the text and the properties. What it leaves out is removed,
  /// except for the identifier, the time of creation and the attachments. What changed since is merged.
  ///
  /// - Parameter before: The note as it was when the person began to type.
  package func replace(_ before: Note, withDocument text: String) async {
    await run {
      let document = try parse(text)
      var edited = document.note(id: before.id, over: before)
      (edited.isPinned, edited.isArchived) = (document.isPinned, document.isArchived)
      (edited.fileName, edited.modified) = (before.fileName, starter.now())
      return try await save(.note(edited), over: before, from: .input(text))
    }
  }

  /// Finds the note that a text replaces. The text is kept if the store fails.
  func note(_ reference: String, for source: TextSource) async throws -> Note {
    try await draftEditing.storing(source, named: reference) { try await finder.note(reference) }
  }

  /// Parses a document, which gets a title from its text if it has none.
  private func parse(_ text: String) throws -> MarkdownDocument {
    var document = starter.document(text)
    document = document.titled()
    state.frontMatterProblem = document.frontMatterProblem.map { MarkdownFileError(path: "standard input", reason: $0) }
    return document
  }

  func save(
    _ edit: EditedNoteSaver.Edit, over before: Note, from source: TextSource
  ) async throws -> EditorState.Outcome {
    let saved = try await saver.save(edit, over: before, from: source)
    state.isRestored = saved.isRestored
    (state.mended, state.broken) = (saved.links?.mended.count ?? 0, saved.links?.broken.count ?? 0)
    return saved.outcome
  }

  func run(_ action: @MainActor () async throws -> EditorState.Outcome) async {
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
    /// The note has the edited text, merged with what was saved meanwhile.
    case merged(Note)
    case unchanged(Note)
    /// The text is blank, and no note was added.
    case nothing
    /// The note changed meanwhile in the same lines: the first note is new and has the edited text, which conflicts with the
    /// stored one.
    case keptBoth(Note, stored: Note)

    /// The note of the action; of a conflict, the new one.
    package var note: Note? {
      switch self {
      case .added(let note), .saved(let note), .merged(let note), .unchanged(let note), .keptBoth(let note, _): note
      case .nothing: nil
      }
    }
  }

  package var phase: Phase = .idle
  package var outcome: Outcome?
  /// The shortest unique prefix of the note's id.
  package var shortID = ""
  /// Whether the edit took the note out of the trash.
  package var isRestored = false
  /// The notebook of another spelling than the given one, in which the note was put.
  package var existingNotebook: Notebook?
  /// The number of notes whose links were mended, since the edit changed the title.
  package var mended = 0
  /// The number of notes with links that were not mended and lead nowhere, since another note has the new name.
  package var broken = 0
  /// The number of drafts of the edited note that earlier edits left.
  package var earlierDrafts = 0
  /// The problem of front matter that could not be read, and was kept as it is.
  package var frontMatterProblem: MarkdownFileError?
  /// The placeholders of a template that have no value, and were kept.
  package var unknownPlaceholders: [String] = []
}
