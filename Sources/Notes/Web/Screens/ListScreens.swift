import HTTPTypes
import Mustache
import NotesDomain
import NotesViewModels

/// The list of notes: all of them, a notebook, a tag, the archive or the trash.
struct ListScreen: WebScreen {
  static let route = WebRoute(.get, WebPath.home)
  /// The number of notes on a page.
  static let pageSize = 50
  private static let maximumPage = 1_000_000

  let request: WebRequest
  let layout: PageLayout
  let list: NoteListViewModel
  let times: TimeText

  func respond() async throws -> WebResponse {
    var form = NoteListForm(request.query)
    let page = min(max(1, request.query["page"].flatMap { Int($0) } ?? 1), Self.maximumPage)
    (form.limit, form.offset) = (Self.pageSize, (page - 1) * Self.pageSize)
    let state = try await list.run { await $0.load(form, labels: .ids) }
    let notes = state.rows.map { NoteRow($0.value, times) }
    return .page(
      .list,
      ListPage(
        layout: try await layout.load(form.heading, showing: form), notes: notes,
        orders: NoteQuery.Order.allCases.map { order in
          var other = form
          other.order = order
          return Choice(name: order.title, address: other.address, isCurrent: order == form.order)
        },
        first: page > 1 && notes.isEmpty ? form.address : nil,
        newer: page > 1 ? form.address(page: page - 1) : nil,
        older: state.hasMore ? form.address(page: page + 1) : nil,
        newNote: "/notes/new?" + WebPath.query([("notebook", form.notebook), ("tag", form.tags.first)]),
        isTrash: form.scope == .trash, isEmpty: notes.isEmpty, rename: RenameForm(form)))
  }
}

/// The values of the template `list`.
struct ListPage: Sendable {
  let layout: Layout
  let notes: [NoteRow]
  let orders: [Choice]
  /// The address of the first page, for one behind the last.
  let first: String?
  /// The addresses of the pages beside this one.
  let newer: String?
  let older: String?
  let newNote: String
  let isTrash: Bool
  let isEmpty: Bool
  let rename: RenameForm?
}

/// One of several addresses.
struct Choice: Sendable {
  let name: String
  let address: String
  let isCurrent: Bool
}

/// A note in a list.
struct NoteRow: Sendable {
  let address: String
  let title: String
  /// `nil` outside of notebooks.
  let notebook: String?
  let tags: [Choice]
  let modified: String
  let isPinned: Bool
  let isArchived: Bool
  let isTrashed: Bool
  /// The text around the match of a search.
  var snippet: HTML?

  init(_ note: NoteSummary, _ times: TimeText, snippet: HTML? = nil) {
    address = WebPath.note(note.id)
    title = note.title
    notebook = note.notebook == .root ? nil : note.notebook.path
    tags = note.tags.map { Choice(name: $0.name, address: NoteListForm(tags: [$0.name]).address, isCurrent: false) }
    modified = times.short(note.modified)
    (isPinned, isArchived, isTrashed) = (note.isPinned, note.isArchived, note.trashed != nil)
    self.snippet = snippet
  }
}

extension Choice: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "name": self.name
    case "address": address
    case "isCurrent": isCurrent
    default: nil
    }
  }
}

extension NoteRow: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "address": address
    case "title": title
    case "notebook": notebook
    case "tags": tags
    case "modified": modified
    case "isPinned": isPinned
    case "isArchived": isArchived
    case "isTrashed": isTrashed
    case "snippet": snippet
    default: nil
    }
  }
}

/// A search, with the words that match marked.
struct SearchScreen: WebScreen {
  static let route = WebRoute(.get, "/search")

  let request: WebRequest
  let layout: PageLayout
  let search: SearchViewModel
  let times: TimeText

  func respond() async throws -> WebResponse {
    let text = request.query["q"] ?? ""
    await search.search(SearchForm(text, limit: ListScreen.pageSize), labels: .ids)
    // A condition that is still being typed is not an error of its own page.
    var problem: WebFailure?
    if let failure = search.state.phase.failure {
      guard let error = failure.error as? NoteFilterError else { throw failure }
      problem = WebFailure(error)
    }
    let notes = search.state.rows.map { NoteRow($0.value.note, times, snippet: Self.html($0.value.snippet)) }
    let page = SearchPage(
      layout: try await layout.load("Search"), text: text,
      found: text.isEmpty || problem != nil ? "" : Self.count(of: notes, hasMore: search.state.hasMore),
      notes: problem == nil ? notes : [], hasMore: search.state.hasMore,
      isEmpty: notes.isEmpty && !text.isEmpty && problem == nil,
      problem: problem)
    return .page(.search, page, status: problem?.status ?? .ok)
  }

  private static func count(of notes: [NoteRow], hasMore: Bool) -> String {
    switch notes.count {
    case 0: "No notes"
    case 1: "1 note"
    case let count: hasMore ? "More than \(count) notes" : "\(count) notes"
    }
  }

  private static func html(_ pieces: [SearchHit.Piece]) -> HTML {
    var html: HTML = ""
    for piece in pieces { html += piece.isMatch ? "<mark>\(piece.text)</mark>" : "\(piece.text)" }
    return html
  }
}

/// The values of the template `search`.
struct SearchPage: Sendable {
  let layout: Layout
  let text: String
  /// The number of matches, which the script announces; empty without a search.
  let found: String
  let notes: [NoteRow]
  /// Whether there are more matches than the page has.
  let hasMore: Bool
  /// Whether there was a search, and nothing matched.
  let isEmpty: Bool
  /// The reason why there was no search.
  let problem: WebFailure?
}

extension NoteListForm {
  /// Creates the form of an address.
  init(_ fields: FormFields) {
    let scope: NoteQuery.Scope =
      switch fields["view"] {
      case "archive": .archived
      case "trash": .trash
      default: .active
      }
    self.init(
      tags: fields.nonEmpty("tag").map { [$0] } ?? [], notebook: fields.nonEmpty("notebook"), scope: scope,
      order: fields["sort"].flatMap(NoteQuery.Order.init) ?? .modified)
  }

  /// The address of the list.
  var address: String { address(page: 1) }

  /// Returns the address of a page of the list.
  func address(page: Int) -> String {
    let view: String? =
      switch scope {
      case .archived: "archive"
      case .trash: "trash"
      case .active, .kept, .activeAndTrash, .everywhere: nil
      }
    let query = WebPath.query([
      ("view", view), ("notebook", notebook), ("tag", tags.first), ("sort", order == .modified ? nil : order.rawValue),
      ("page", page > 1 ? "\(page)" : nil),
    ])
    return query.isEmpty ? WebPath.home : "\(WebPath.home)?\(query)"
  }

  fileprivate var heading: String {
    if let notebook { return notebook == "/" ? "Outside of notebooks" : notebook }
    if let tag = tags.first { return "#" + tag }
    return switch scope {
    case .archived: "Archive"
    case .trash: "Trash"
    case .active, .kept, .activeAndTrash, .everywhere: "Notes"
    }
  }
}

extension NoteQuery.Order {
  fileprivate var title: String {
    switch self {
    case .modified: "Changed"
    case .created: "Created"
    case .title: "Title"
    }
  }
}
