import NotesDomain

/// The forms of a browser, which a person fills for a while, and may send twice.
extension EditorViewModel {
  /// Saves a form, merged with what was saved since it was filled. If the note as it was then is not known any more, both
  /// versions are kept, as a conflict.
  package func save(_ reference: String, _ form: EditedNoteForm) async {
    await run {
      let source = TextSource.input(form.body)
      return try await save(form, over: try await note(reference, of: form, for: source), from: source)
    }
  }

  /// Finds the note of a form, or the one that a sync made of it.
  private func note(
    _ reference: String, of form: EditedNoteForm, for source: TextSource
  ) async throws -> Note {
    try await draftEditing.storing(source, named: reference) {
      do {
        return try await finder.note(reference)
      } catch ReferenceError.unknown(let unknown) {
        let id = try await saver.successor(
          titled: form.title, in: Notebook(form.notebook) ?? .root, having: form.base)
        guard let id, let note = try await repository.note(id) else { throw ReferenceError.unknown(unknown) }
        return note
      }
    }
  }

  private func save(
    _ form: EditedNoteForm, over current: Note, from source: TextSource
  ) async throws -> EditorState.Outcome {
    var base: Note? = current
    if ContentDigest(of: current) != form.base {
      base = try await history.note(current.id, withContents: [form.base])
    }
    guard let base else {
      let edited = try form.note(over: current, now: starter.now())
      let copy = try await saver.addCopy(of: edited, base: nil, theirs: current, from: source)
      return .keptBoth(copy, stored: current)
    }
    var found = form
    if Notebook(form.notebook) != base.notebook, Notebook(form.notebook) != nil {
      let notebook = try? await NotebookFinder(repository: repository).notebook(form.notebook)
      found.notebook = notebook?.path ?? form.notebook
    }
    return try await save(.note(found.note(over: base, now: starter.now())), over: base, from: source)
  }

  /// Saves a form that was sent before, as an edit of the note that it added then.
  func saveAgain(_ form: NoteForm, as sent: Note) async throws -> EditorState.Outcome {
    let source = TextSource.input(sent.body)
    let current = try await note(sent.id.description, for: source)
    // If what was added is not known any more, this is another version without a common one, unless it is the stored one.
    let added = try await history.added(sent.id)
    let edited = EditedNoteForm(
      title: form.title ?? "", tags: form.tags, notebook: form.notebook ?? "", body: sent.body,
      base: ContentDigest(of: added ?? sent))
    return try await save(edited, over: current, from: source)
  }
}
