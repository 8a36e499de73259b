package import NotesDomain
import NotesTransfer

/// The properties of a new note, as typed.
package struct NoteForm: Sendable, Hashable {
  /// The title; `nil` to derive it from the text.
  package var title: String?
  package var tags: [String]
  /// The notebook, empty or `/` for the root; `nil` for that of the document, or the root.
  package var notebook: String?

  package init(title: String? = nil, tags: [String] = [], notebook: String? = nil) {
    self.title = title
    self.tags = tags
    self.notebook = notebook
  }

  /// Checks everything but the text, so that a misspelled tag is reported before a page is written.
  package func check() throws(NoteFailure) {
    _ = try note(
      body: "", id: NoteID(high: 0, low: 0), now: Timestamp(millisecondsSince1970: 0), draft: nil)
  }

  /// Creates the note.
  ///
  /// - Parameter document: The document with other properties; `nil` for none.
  func note(
    body: String, id: NoteID, now: Timestamp, draft: Draft?, from document: MarkdownDocument? = nil
  ) throws(NoteFailure) -> Note {
    if var document {
      (document.body, document.fileModified) = (body, now)
      return try note(of: document.titled(), id: id)
    }
    let tags = try Tag.parse(tags)
    let notebook = try Notebook.parse(notebook ?? "")
    let title = try NoteTitle.parse(title) ?? NoteTitle.derived(from: body)
    return Note(id: id, title: title, body: body, tags: tags, notebook: notebook, created: now, modified: now)
  }

  /// Creates the note of a document, whose title and notebook the form overrides.
  func note(of document: MarkdownDocument, id: NoteID) throws(NoteFailure) -> Note {
    var note = document.note(id: id)
    // The document has no file.
    note.fileName = ""
    if let title = try NoteTitle.parse(title) { note.title = title }
    if let notebook { note.notebook = try Notebook.parse(notebook) }
    note.tags = (note.tags + (try Tag.parse(tags))).withoutRepetition()
    return note
  }
}

/// A note as a form has it that a person has edited for a while.
package struct EditedNoteForm: Sendable, Hashable {
  /// The title; empty to derive it from the text. If it is still that of the note, it may follow the text.
  package var title: String
  package var tags: [String]
  /// The notebook; empty or `/` for the root.
  package var notebook: String
  package var body: String
  /// The content of the note when the form was filled.
  package var base: ContentDigest

  package init(title: String, tags: [String], notebook: String, body: String, base: ContentDigest) {
    self.title = title
    self.tags = tags
    self.notebook = notebook
    self.body = body
    self.base = base
  }

  /// Returns the edited note. A change takes it out of the trash, where nothing shows what was typed: it may be there since the form
  /// was filled, and the digest of a note does not tell.
  func note(over before: Note, now: Timestamp) throws -> Note {
    var note = before
    if title.hasSameBytes(as: before.title) {
      note.title = NoteTitle.updated(for: before, newBody: body)
    } else {
      note.title = NoteTitle.cleaned(title) ?? NoteTitle.derived(from: body)
    }
    note.tags = try Tag.parse(tags)
    note.notebook = try Notebook.parse(notebook)
    // Forms have their own line breaks.
    note.body = FormText(over: before.body).restored(body)
    if note != before { (note.modified, note.trashed) = (now, nil) }
    return note
  }
}
