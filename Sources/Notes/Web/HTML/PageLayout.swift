import NotesDomain
import NotesViewModels

/// Loads what all pages have: the notebooks and tags at the side, and the secret of the forms.
struct PageLayout: Sendable {
  let request: WebRequest
  let session: WebSession
  let sidebar: SidebarCache
  let sync: BackgroundSync
  let times: TimeText

  /// Returns the layout of a page.
  ///
  /// - Parameter form: The form of the list that the page shows, whose place is marked at the side.
  @MainActor
  func load(_ title: String, showing form: NoteListForm? = nil) async throws -> Layout {
    Layout(
      title: title, token: session.formToken, query: request.query["q"] ?? "",
      sidebar: Sidebar(
        try await sidebar.contents(), showing: form,
        sync: Sidebar.Sync(
          brief: SyncText.brief(sync.status, times), isFailure: sync.status.isFailure,
          isOff: sync.status == .off)))
  }
}

/// The parts of every page, as the templates name them.
struct Layout: Sendable {
  let title: String
  /// The secret of the forms.
  let token: String
  /// The words in the field for searches.
  let query: String
  let sidebar: Sidebar
}

/// The places at the side of a page.
struct Sidebar: Sendable {
  struct Place: Sendable {
    let name: String
    let address: String
    /// The number of notes; empty to show none.
    let count: String
    let isCurrent: Bool
  }

  /// The sync in the background.
  struct Sync: Sendable {
    /// Its last result, in a word or a time.
    let brief: String
    let isFailure: Bool
    let isOff: Bool
  }

  let views: [Place]
  let notebooks: [Place]
  let tags: [Place]
  /// The number of open conflicts; 0 hides them.
  let conflicts: Int
  let hasConflicts: Bool
  let sync: Sync
}

extension Sidebar {
  fileprivate init(_ contents: SidebarCache.Contents, showing form: NoteListForm?, sync: Sync) {
    func place(_ name: String, _ other: NoteListForm, count: String = "") -> Place {
      let isCurrent =
        form.map { ($0.scope, $0.notebook, $0.tags) == (other.scope, other.notebook, other.tags) } ?? false
      return Place(name: name, address: other.address, count: count, isCurrent: isCurrent)
    }
    views = [
      place("Notes", NoteListForm()), place("Archive", NoteListForm(scope: .archived)),
      place("Trash", NoteListForm(scope: .trash)),
    ]
    notebooks = contents.notebooks.map { count in
      let isRoot = count.name == .root
      return place(
        isRoot ? "Outside of notebooks" : count.name.path, NoteListForm(notebook: isRoot ? "/" : count.name.path),
        count: "\(count.notes)")
    }
    tags = contents.tags.map { place($0.name.name, NoteListForm(tags: [$0.name.name]), count: "\($0.notes)") }
    conflicts = contents.conflicts
    hasConflicts = conflicts > 0
    self.sync = sync
  }
}

/// The notebooks and tags of all notes, counted again only after a change.
@MainActor
final class SidebarCache {
  struct Contents: Sendable {
    let notebooks: [NoteStatistics.Count<Notebook>]
    let tags: [NoteStatistics.Count<Tag>]
    let conflicts: Int
  }

  /// The number of notebooks, and of tags, that fit at the side.
  private static let limit = 300

  private let notebooks: NotebooksViewModel
  private let tags: TagsViewModel
  private let conflicts: ConflictsViewModel
  private let changes: any ChangeWatch
  private var cached: (mark: LocalChangeMarker, contents: Contents)?

  init(
    notebooks: NotebooksViewModel, tags: TagsViewModel, conflicts: ConflictsViewModel, changes: any ChangeWatch
  ) {
    self.notebooks = notebooks
    self.tags = tags
    self.conflicts = conflicts
    self.changes = changes
  }

  /// Returns the present contents.
  func contents() async throws -> Contents {
    let mark = await changes.marker()
    if let cached, cached.mark == mark { return cached.contents }
    let contents = Contents(
      notebooks: Array(try await notebooks.run { await $0.load() }.notebooks.prefix(Self.limit)),
      tags: Array(try await tags.run { await $0.load() }.tags.prefix(Self.limit)),
      conflicts: try await conflicts.run { await $0.load() }.rows.count)
    cached = mark.map { ($0, contents) }
    return contents
  }
}
