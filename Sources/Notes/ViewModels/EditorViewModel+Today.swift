import NotesDomain

/// The note of the day, which grows.
extension EditorViewModel {
  /// Opens the note of today, whose title is the date, in the editor, or appends a text to it. Adds the note if there is none,
  /// beginning with the template `today` if there is one.
  ///
  /// - Parameters:
  ///   - notebook: The notebook of such notes, empty for the root; `nil` for that of the template, or `Journal`.
  ///   - text: The text to append; `nil` for the editor.
  package func today(in notebook: String?, appending text: String?) async {
    var form = NoteForm()
    form.title = DailyNote.title(for: starter.today)
    let template: TemplateDocument?
    do {
      template = try starter.templates.optionalTemplate(named: "today", title: form.title)
      form.notebook = notebook ?? template?.notebook ?? DailyNote.notebook
      form = try await inNotebook(form)
      if text == nil, let note = try await daily(form) { return await edit(note.id.description) }
    } catch {
      state = EditorState(phase: .working)
      state.phase = await .after {
        try await DraftEditing.keeping(text ?? "", named: form.title ?? "", in: draftEditing.drafts) { throw error }
      }
      return
    }
    let daily = form
    guard let text else {
      return await compose(daily) {
        template
      } store: { note, draft in
        try await self.addDaily(note, appending: note.body, from: .draft(draft))
      }
    }
    await run {
      let now = starter.now()
      let note =
        if let template {
          try note(of: document(of: template, with: text), daily)
        } else {
          try daily.note(body: text, id: starter.nextID(created: now), now: now, draft: nil)
        }
      let outcome = try await addDaily(note, appending: text, from: .input(text))
      // The note was there, and got nothing of the template.
      if outcome != .added(note) { (state.unknownPlaceholders, state.frontMatterProblem) = ([], nil) }
      return outcome
    }
  }

  /// Adds a note, or a text to the one that has its title and notebook by now.
  private func addDaily(
    _ note: Note, appending text: String, from source: TextSource
  ) async throws -> EditorState.Outcome {
    let insertion = TextInsertion(text: text, position: .end, time: note.modified)
    let update = try await draftEditing.storing(source, named: note.title) {
      try await repository.upsert(note) { insertion.apply(to: &$0) }
    }
    guard let update else { return .added(note) }
    return update.before == update.after ? .unchanged(update.after) : .saved(update.after)
  }

  /// Returns the note with the title and notebook of a form; `nil` if there is none outside of the trash.
  private func daily(_ form: NoteForm) async throws -> Note? {
    let notebook = try Notebook.parse(form.notebook ?? "")
    guard let name = form.title.flatMap({ NoteName($0) }) else { return nil }
    let notes = try await finder.links.notes(named: name, limit: 20)
    guard let found = notes.first(where: { $0.trashed == nil && $0.notebook == notebook }) else { return nil }
    return try await repository.note(found.id)
  }
}
