package import NotesDomain
import Observation

/// One note, and what can be done with it.
///
/// Every action names the note by the beginning of its id, does its work in one transaction, and leaves the note as it is
/// then in ``state``.
@MainActor @Observable
package final class NoteViewModel {
  /// What to show.
  package private(set) var state = NoteState()

  private let repository: any NoteRepository
  private let finder: NoteFinder
  private let clock: any WallClock

  /// Creates a view-model.
  ///
  /// - Parameters:
  ///   - repository: Where the notes are.
  ///   - finder: Finds the note that is meant.
  ///   - clock: The time of changes.
  package init(repository: any NoteRepository, finder: NoteFinder, clock: any WallClock) {
    self.repository = repository
    self.finder = finder
    self.clock = clock
  }

  /// Shows a note.
  ///
  /// - Parameter reference: The beginning of its id.
  package func open(_ reference: String) async {
    state.phase = .working
    do throws(Failure) {
      let id = try await finder.id(reference)
      guard let note = try await Failure.ofStore({ () async throws(StoreError) in try await repository.note(id) })
      else {
        throw .reference(.unknown(reference))
      }
      try await show(note, hasChanged: false)
    } catch {
      fail(error)
    }
  }

  /// Adds text at the end, on a line of its own.
  ///
  /// - Parameters:
  ///   - text: The text; an empty one changes nothing.
  ///   - reference: The beginning of the note's id.
  package func append(_ text: String, to reference: String) async {
    let now = clock.now()
    let limit = NoteLimits.maximumBytes
    guard text.utf8.count <= limit else {
      return fail(.tooLarge(bytes: text.utf8.count, limit: limit, nil))
    }
    await change(reference) { note in
      guard !text.isEmpty else { return }
      let separator = note.body.isEmpty || note.body.hasSuffix("\n") ? "" : "\n"
      let body = note.body + separator + text
      guard body.utf8.count <= limit else { return }
      note.title = NoteTitle.following(note, newBody: body)
      note.body = body
      note.modified = now
    }
    // The change ran inside the store; that it refused shows in the note that came back.
    if state.phase == .done, !text.isEmpty, !state.hasChanged, let note = state.note {
      fail(.tooLarge(bytes: note.body.utf8.count + text.utf8.count + 1, limit: limit, nil))
    }
  }

  /// Sets and removes tags. Tags in the text stay as they are.
  ///
  /// - Parameters:
  ///   - reference: The beginning of the note's id.
  ///   - adding: Tags to set.
  ///   - removing: Tags to remove, whatever their case.
  package func tag(_ reference: String, adding: [String], removing: [String]) async {
    let now = clock.now()
    do throws(Failure) {
      let (added, removed) = (try Self.tags(adding), try Self.tags(removing))
      await change(reference) { note in
        let tags = (note.tags + added).filter { tag in !removed.contains { $0.isSame(as: tag) } }
        let unique = tags.reduce(into: [Tag]()) { if !$0.contains($1) { $0.append($1) } }
        guard unique != note.tags else { return }
        note.tags = unique
        note.modified = now
      }
    } catch {
      fail(error)
    }
  }

  /// Moves a note to another notebook.
  ///
  /// - Parameters:
  ///   - reference: The beginning of the note's id.
  ///   - path: The notebook, as in `Kitchen/Bread`; nothing or `/` for the root.
  package func move(_ reference: String, to path: String) async {
    guard let notebook = Notebook(path) else { return fail(.malformedNotebook(path)) }
    let now = clock.now()
    await change(reference) { note in
      guard note.notebook != notebook else { return }
      note.notebook = notebook
      note.modified = now
    }
  }

  /// Pins a note, or takes the pin away.
  ///
  /// - Parameters:
  ///   - reference: The beginning of the note's id.
  ///   - isPinned: Whether lists show the note first.
  package func setPinned(_ reference: String, _ isPinned: Bool) async {
    await change(reference) { $0.isPinned = isPinned }
  }

  /// Archives a note, or brings it back.
  ///
  /// - Parameters:
  ///   - reference: The beginning of the note's id.
  ///   - isArchived: Whether lists leave the note out.
  package func setArchived(_ reference: String, _ isArchived: Bool) async {
    await change(reference) { $0.isArchived = isArchived }
  }

  /// Moves a note to the trash.
  ///
  /// - Parameter reference: The beginning of the note's id.
  package func delete(_ reference: String) async {
    let now = clock.now()
    await change(reference) { note in
      if note.trashed == nil { note.trashed = now }
    }
  }

  /// Takes a note out of the trash.
  ///
  /// - Parameter reference: The beginning of the note's id.
  package func restore(_ reference: String) async {
    await change(reference) { $0.trashed = nil }
  }

  private func change(_ reference: String, _ change: @escaping @Sendable (inout Note) -> Void) async {
    state.phase = .working
    do throws(Failure) {
      let id = try await finder.id(reference)
      let before = try await Failure.ofStore { () async throws(StoreError) in try await repository.note(id) }
      guard
        let note = try await Failure.ofStore({ () async throws(StoreError) in
          try await repository.update(id, change: change)
        })
      else { throw .reference(.unknown(reference)) }
      try await show(note, hasChanged: before.map { $0 != note } ?? true)
    } catch {
      fail(error)
    }
  }

  private func show(_ note: Note, hasChanged: Bool) async throws(Failure) {
    let short = try await Failure.ofStore { () async throws(StoreError) in
      try await repository.abbreviations(of: [note.id])
    }
    state = NoteState(
      phase: .done, note: note, shortID: short[note.id] ?? note.id.description, hasChanged: hasChanged)
  }

  private func fail(_ failure: Failure) {
    state.phase = .failed(failure)
  }

  private static func tags(_ texts: [String]) throws(Failure) -> [Tag] {
    var tags: [Tag] = []
    for text in texts {
      guard let tag = Tag(text) else { throw .malformedTag(text) }
      tags.append(tag)
    }
    return tags
  }
}

/// What is shown of one note.
package struct NoteState: Sendable, Hashable {
  /// How far the last action is.
  package var phase: Phase = .idle
  /// The note as it is now.
  package var note: Note?
  /// The shortest beginning of its id that names it.
  package var shortID = ""
  /// Whether the last action changed anything.
  package var hasChanged = false
}
