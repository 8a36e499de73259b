import HTTPTypes
import NotesDomain
import NotesFronts
import NotesViewModels

/// The form of a new note.
struct NewNoteScreen: WebScreen {
  static let route = WebRoute(.get, "/notes/new")

  let request: WebRequest
  let layout: PageLayout
  let ids: any NoteIDGenerator
  let wallClock: any WallClock

  func respond() async throws -> WebResponse {
    let fields = EditorFields(
      title: request.query["title"] ?? "", notebook: request.query["notebook"].map { $0 == "/" ? "" : $0 } ?? "",
      tags: request.query["tag"] ?? "", body: "", base: "", id: ids.next(created: wallClock.now()).description)
    return .page(.editor, EditorPage(layout: try await layout.load("New note"), fields: fields, action: "/notes"))
  }
}

/// The addition of a note. A form that is sent twice adds one.
struct AddNoteScreen: WebScreen {
  static let route = WebRoute(.post, "/notes")

  let request: WebRequest
  let layout: PageLayout
  let editor: EditorViewModel

  func respond() async throws -> WebResponse {
    let fields = EditorFields(request.form)
    await editor.add(
      NoteForm(title: fields.title.isEmpty ? nil : fields.title, tags: fields.tagNames, notebook: fields.notebook),
      body: fields.body, id: fields.id.flatMap { NoteID(input: $0) })
    let problem =
      editor.state.phase.failure.map { WebFailure($0) }
      ?? (editor.state.outcome == .nothing ? .emptyNote : nil)
    if let problem {
      return try await .page(
        .editor,
        EditorPage(layout: layout.load("New note"), fields: fields, action: Self.route.path, problem: problem),
        status: problem.status)
    }
    guard let path = editor.state.outcome?.path else { throw WebFailure.notFound }
    return .redirect(path)
  }
}

/// The form of a note.
struct EditNoteScreen: WebScreen {
  static let route = WebRoute(.get, "/notes/:note/edit")

  let request: WebRequest
  let layout: PageLayout
  let note: NoteViewModel

  func respond() async throws -> WebResponse {
    guard let note = try await note.run({ await $0.open(request.parameter("note")) }).note else {
      throw WebFailure.notFound
    }
    let fields = EditorFields(
      title: note.title, notebook: note.notebook.path, tags: note.tags.map(\.name).joined(separator: " "),
      body: note.body, base: ContentDigest(of: note).value.hexadecimal, id: nil)
    return .page(
      .editor,
      EditorPage(
        layout: try await layout.load(note.title), fields: fields, action: WebPath.note(note.id),
        isTrashed: note.trashed != nil))
  }
}

/// The saving of a note, merged with what was saved since the form was filled.
struct SaveNoteScreen: WebScreen {
  static let route = WebRoute(.post, "/notes/:note")

  let request: WebRequest
  let layout: PageLayout
  let editor: EditorViewModel

  func respond() async throws -> WebResponse {
    let (fields, reference) = (EditorFields(request.form), request.parameter("note"))
    guard let base = UInt64(hexadecimal: fields.base) else { throw WebFailure.malformed }
    await editor.save(
      reference,
      EditedNoteForm(
        title: fields.title, tags: fields.tagNames, notebook: fields.notebook, body: fields.body,
        base: ContentDigest(value: base)))
    if let failure = editor.state.phase.failure {
      // With what was typed, which nothing else has.
      let problem = WebFailure(failure)
      let page = EditorPage(
        layout: try await layout.load(fields.title), fields: fields, action: "/notes/\(WebPath.encoded(reference))",
        problem: problem)
      return .page(.editor, page, status: problem.status)
    }
    return .redirect(editor.state.outcome?.path ?? WebPath.home)
  }
}

extension EditorState.Outcome {
  /// The path of the page that shows the result: the note, or both texts of a conflict.
  fileprivate var path: String? {
    if case .keptBoth(let copy, _) = self { return WebPath.conflict(copy.id) }
    return note.map { WebPath.note($0.id) }
  }
}

/// The text of a form as it will look.
struct PreviewScreen: WebScreen {
  static let route = WebRoute(.post, "/preview")

  let request: WebRequest
  let texts: NoteTextsViewModel
  let lineBreaks: LineBreakStyle

  func respond() async throws -> WebResponse {
    let now = Timestamp(millisecondsSince1970: 0)
    let id = request.form["note"].flatMap { NoteID($0) }
    var note = Note(
      id: id ?? NoteID(high: 0, low: 0), title: "", body: request.form.text("body") ?? "", created: now, modified: now)
    // The pictures that the text shows are attached to the stored note.
    if let id { note.attachments = try await texts.run { await $0.load([id]) }.notes[id]?.attachments ?? [] }
    return .fragment(NoteHTML(note: note, lineBreaks: lineBreaks).html)
  }
}

/// The values of the template `editor`.
struct EditorPage: Sendable {
  let layout: Layout
  let fields: EditorFields
  /// The path to which the form is posted.
  let action: String
  /// The reason why the form was not saved.
  let problem: WebFailure?
  /// Whether the note is in the trash.
  let isTrashed: Bool
  /// The page that the form was opened from.
  let cancel: String

  init(
    layout: Layout, fields: EditorFields, action: String, problem: WebFailure? = nil, isTrashed: Bool = false
  ) {
    (self.layout, self.fields, self.action, self.problem) = (layout, fields, action, problem)
    self.isTrashed = isTrashed
    cancel = fields.base.isEmpty ? WebPath.home : action
  }
}

/// The fields of the editor's form, as typed.
struct EditorFields: Sendable {
  let title: String
  let notebook: String
  /// The tags, with spaces between them.
  let tags: String
  let body: String
  /// The content of the note when the form was filled, as hexadecimal digits; empty for a new note.
  let base: String
  /// The identifier that a new note gets; `nil` for one that exists.
  let id: String?

  var tagNames: [String] {
    tags.replacingBytes(of: ",", with: " ").words.map { String($0.rest(after: "#") ?? $0) }
  }
}

extension EditorFields {
  init(_ form: FormFields) {
    title = form["title"] ?? ""
    notebook = form["notebook"] ?? ""
    tags = form["tags"] ?? ""
    body = form.text("body") ?? ""
    base = form["base"] ?? ""
    id = form.nonEmpty("id")
  }
}

extension WebFailure {
  fileprivate static let emptyNote = WebFailure(
    status: .unprocessableContent, message: "The note is empty.", hint: "Write a title or a text.")
}
