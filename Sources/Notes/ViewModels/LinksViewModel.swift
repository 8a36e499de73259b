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
      let files = AttachmentNames(note.attachments)
      let written = NoteLink.occurrences(in: note.body).map {
        WrittenLink(link: $0.link, file: $0.file(beside: note.notebook))
      }
      var namesakes: [NoteName: [String: NoteSummary]] = [:]
      for written in written.withoutRepetition() {
        guard let name = written.link.name else { continue }
        let target = try await target(of: name, file: written.file, among: &namesakes)
        // The name of an attached file is no missing note.
        guard target != nil || !files.hasFile(linkedAs: written.link.target) else { continue }
        targets.append((written.link, target))
      }
      let found = targets.compactMap(\.target)
      let labelled = try await rows.rows(found, of: { $0.id }, labels: labels)
      var next = labelled.makeIterator()
      state.links = targets.map { LinksState.Link(link: $0.link, target: $0.target == nil ? nil : next.next()) }
    }
  }

  /// A link, and the path of a file that it has.
  private struct WrittenLink: Hashable {
    let link: NoteLink
    let file: NoteName?
  }

  /// Returns the note to which a link leads: that of the file which it has the path of, if there is one, or else of its name.
  ///
  /// - Parameter namesakes: The notes by name and notebook, of which those of one name are read once: a store may have thousands.
  private func target(
    of name: NoteName, file: NoteName?, among namesakes: inout [NoteName: [String: NoteSummary]]
  ) async throws -> NoteSummary? {
    if let (notebook, name) = file?.file {
      if namesakes[name] == nil { namesakes[name] = try await links.notes(named: name, limit: .max).byNotebook }
      if let found = namesakes[name]?[notebook] { return found }
    }
    return try await links.notes(named: name, limit: 1).first { $0.trashed == nil }
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
