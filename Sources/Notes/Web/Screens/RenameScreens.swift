import NotesDomain
import NotesViewModels

/// The renaming of a tag, and of those nested in it, in all notes.
struct RenameTagScreen: WebScreen {
  static let route = WebRoute(.post, "/tags/rename")

  let request: WebRequest
  let tags: TagsViewModel

  func respond() async throws -> WebResponse {
    let (old, new) = try request.names
    let name = new.rest(after: "#").map(String.init) ?? new
    try await tags.run { await $0.rename(old, to: name) }
    return .redirect(NoteListForm(tags: [name]).address)
  }
}

/// The renaming of a notebook: all of its notes move, and those of notebooks inside it.
struct RenameNotebookScreen: WebScreen {
  static let route = WebRoute(.post, "/notebooks/rename")

  let request: WebRequest
  let layout: PageLayout
  let notebooks: NotebooksViewModel

  func respond() async throws -> WebResponse {
    let (old, new) = try request.names
    let occupants = try await notebooks.run { await $0.findOccupants(of: new, renaming: old) }.occupants
    guard occupants == 0 || request.form["merge"] != nil else {
      let page = try await MergePage(layout: layout.load("Merge notebooks"), old: old, new: new, occupants: occupants)
      return .page(.merge, page)
    }
    try await notebooks.run { await $0.rename(old, to: new) }
    return .redirect(NoteListForm(notebook: new.isEmpty ? "/" : new).address)
  }
}

/// The values of the template `merge`, which asks before a notebook gets the notes of another one.
struct MergePage: Sendable {
  let layout: Layout
  /// The path to which the form is posted.
  let action = RenameNotebookScreen.route.path
  let old: String
  let new: String
  /// The number of notes in the notebook, in words.
  let notes: String
  /// The address of the renamed notebook.
  let back: String

  init(layout: Layout, old: String, new: String, occupants: Int) {
    (self.layout, self.old, self.new) = (layout, old, new)
    notes = occupants == 1 ? "1 note" : "\(occupants) notes"
    back = NoteListForm(notebook: old).address
  }
}

/// The form that renames the tag or notebook of a list.
struct RenameForm: Sendable {
  /// The path to which it is posted.
  let action: String
  let name: String
  /// The kind of the renamed place: `tag` or `notebook`.
  let label: String
}

extension RenameForm {
  /// Creates the form for a list; `nil` unless it is the list of a tag or a notebook.
  init?(_ form: NoteListForm) {
    if let notebook = form.notebook, notebook != "/" {
      self.init(action: RenameNotebookScreen.route.path, name: notebook, label: "notebook")
    } else if let tag = form.tags.first, form.notebook == nil {
      self.init(action: RenameTagScreen.route.path, name: tag, label: "tag")
    } else {
      return nil
    }
  }
}

extension WebRequest {
  /// The old name and the new one.
  fileprivate var names: (old: String, new: String) {
    get throws {
      guard let old = form["old"], let new = form["new"] else { throw WebFailure.malformed }
      return (old, new)
    }
  }
}
