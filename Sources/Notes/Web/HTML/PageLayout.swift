import Crypto
import Foundation
import Mustache
import NotesDomain
import NotesViewModels

/// Loads what all pages have: the notebooks and tags at the side, and the secret of the forms.
struct PageLayout: Sendable {
  let request: WebRequest
  let session: WebSession
  let settings: WebSettings
  let cache: SidebarCache
  let changes: any ChangeWatch
  let notebooks: NotebooksViewModel
  let tags: TagsViewModel
  let conflicts: ConflictsViewModel
  let sync: BackgroundSync
  let times: TimeText

  /// Returns the layout of a page.
  ///
  /// - Parameter form: The form of the list that the page shows, whose place is marked at the side.
  @MainActor
  func load(_ title: String, showing form: NoteListForm? = nil) async throws -> Layout {
    Layout(
      title: title, token: session.formToken, store: settings.storeName, query: request.query["q"] ?? "",
      sidebar: Sidebar(
        try await contents(), showing: form,
        sync: Sidebar.Sync(
          brief: BackgroundSyncText.brief(sync.status, times), isFailure: sync.status.isFailure,
          isOff: sync.status == .off)))
  }

  /// Returns the notebooks and tags of the notes as they are now.
  @MainActor
  private func contents() async throws -> SidebarCache.Contents {
    let mark = await changes.marker()
    if let contents = cache.contents(at: mark) { return contents }
    let contents = SidebarCache.Contents(
      notebooks: try await notebooks.run { await $0.load() }.notebooks,
      tags: try await tags.run { await $0.load() }.tags,
      conflicts: try await conflicts.run { await $0.load() }.rows.count)
    cache.store(contents, at: mark)
    return contents
  }
}

/// The settings of the front in a browser.
package struct WebSettings: Sendable, Hashable {
  /// A name of the store, which does not tell its path. A browser keeps drafts by address, at which another store may be shown
  /// later.
  let storeName: String

  /// - Parameter store: The absolute path of the store.
  package init(store: String) {
    storeName = Hexadecimal.encode(Array(SHA256.hash(data: Data(store.utf8)).prefix(8)))
  }
}

/// The parts of every page, as the templates name them.
struct Layout: Sendable {
  let title: String
  /// The secret of the forms.
  let token: String
  /// The name of the store, under which the browser keeps drafts.
  let store: String
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
  /// The number of notebooks, and of tags, for which there is no place; `nil` for none.
  let moreNotebooks: Int?
  let moreTags: Int?
  /// The number of open conflicts; 0 hides them.
  let conflicts: Int
  let hasConflicts: Bool
  let sync: Sync
}

extension Sidebar.Place: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "name": self.name
    case "address": address
    case "count": count
    case "isCurrent": isCurrent
    default: nil
    }
  }
}

extension Sidebar {
  /// The number of notebooks, and of tags, that fit at the side.
  static let limit = 300

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
    func surplus(_ counts: [some Any]) -> Int? { counts.count > Self.limit ? counts.count - Self.limit : nil }
    notebooks = contents.notebooks.prefix(Self.limit).map { count in
      let isRoot = count.name == .root
      return place(
        isRoot ? "Outside of notebooks" : count.name.path, NoteListForm(notebook: isRoot ? "/" : count.name.path),
        count: "\(count.notes)")
    }
    tags = contents.tags.prefix(Self.limit).map {
      place($0.name.name, NoteListForm(tags: [$0.name.name]), count: "\($0.notes)")
    }
    (moreNotebooks, moreTags) = (surplus(contents.notebooks), surplus(contents.tags))
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

  private var cached: (mark: LocalChangeMarker, contents: Contents)?

  /// Returns the contents at a state of the store; `nil` if they are of another one, or if the state is not known.
  func contents(at mark: LocalChangeMarker?) -> Contents? {
    cached.flatMap { $0.mark == mark ? $0.contents : nil }
  }

  /// Stores the contents at a state of the store, unless it is not known.
  func store(_ contents: Contents, at mark: LocalChangeMarker?) {
    cached = mark.map { ($0, contents) }
  }
}
