package import NotesDomain
import Observation

/// The links between notes.
@MainActor @Observable
package final class LinksViewModel: ViewModel {
  package private(set) var state = LinksState()

  private let links: any LinkIndex
  private let finder: NoteFinder
  private let rows: RowMaker

  init(links: any LinkIndex, finder: NoteFinder, rows: RowMaker) {
    self.links = links
    self.finder = finder
    self.rows = rows
  }

  /// Loads the links of a note, each with the note that it leads to.
  package func loadLinks(of reference: String, labels: RowLabels = .shortIDs) async {
    await run {
      let note = try await finder.note(reference)
      state.note = note
      var targets: [(link: NoteLink, target: NoteSummary?)] = []
      for link in NoteLink.find(in: note.body) {
        guard let name = link.name else { continue }
        let target = try await links.notes(named: name, limit: 1).first
        targets.append((link, target?.trashed == nil ? target : nil))
      }
      let found = targets.compactMap(\.target)
      let labelled = try await rows.rows(found, of: { $0.id }, labels: labels)
      var next = labelled.makeIterator()
      state.links = targets.map { LinksState.Link(link: $0.link, target: $0.target == nil ? nil : next.next()) }
    }
  }

  /// Loads the note to which a link in a note leads; none if there is no note of that name outside of the trash.
  package func follow(_ name: String) async {
    await run {
      guard let name = NoteName(name) else { return }
      let found = try await links.notes(named: name, limit: 2).filter { $0.trashed == nil }
      state.rows = try await rows.rows(Array(found.prefix(1)), of: { $0.id }, labels: .ids)
    }
  }

  /// Loads the notes that link to a note.
  package func loadBacklinks(of reference: String, labels: RowLabels = .shortIDs) async {
    await run {
      let note = try await finder.note(reference)
      state.note = note
      let sources = try await links.notes(linkingTo: note.namesWithPaths)
      state.rows = try await rows.rows(sources.filter { $0.id != note.id }, of: { $0.id }, labels: labels)
    }
  }

  /// Loads the notes to which no other one links.
  package func loadOrphans(labels: RowLabels = .shortIDs) async {
    await run { state.rows = try await rows.rows(links.orphans(), of: { $0.id }, labels: labels) }
  }

  /// Loads the links to names that no note has.
  package func loadBroken(labels: RowLabels = .shortIDs) async {
    await run { state.broken = try await rows.rows(links.brokenLinks(), of: { $0.note.id }, labels: labels) }
  }

  private func run(_ action: @MainActor () async throws -> Void) async {
    state = LinksState(phase: .working)
    state.phase = await .after(action)
  }
}

/// The state of links.
package struct LinksState: ViewState {
  /// A link of a note.
  package struct Link: Sendable, Hashable {
    package let link: NoteLink
    /// The note that the link leads to; `nil` if there is none outside of the trash.
    package let target: Row<NoteSummary>?
  }

  package var phase: Phase = .idle
  /// The note whose links or backlinks were requested.
  package var note: Note?
  /// The links of the note, in the order of its text.
  package var links: [Link] = []
  /// The notes that link to the note, or those to which no other one links, the most recently changed first; or the note to which
  /// a link leads.
  package var rows: [Row<NoteSummary>] = []
  /// The links to names that no note has, in the order of their notes' titles.
  package var broken: [Row<BrokenLink>] = []
}
