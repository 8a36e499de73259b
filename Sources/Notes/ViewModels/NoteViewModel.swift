package import NotesDomain
import Observation

/// A note and its actions.
///
/// Each action finds the note by a prefix of its id, changes it in one transaction, and updates ``state``.
@MainActor @Observable
package final class NoteViewModel: ViewModel {
  package private(set) var state = NoteState()

  private let repository: any NoteRepository
  private let finder: NoteFinder
  private let wallClock: any WallClock

  init(repository: any NoteRepository, finder: NoteFinder, wallClock: any WallClock) {
    self.repository = repository
    self.finder = finder
    self.wallClock = wallClock
  }

  /// Loads a note.
  package func open(_ reference: String) async {
    await run { try await show(try await finder.note(reference), hasChanged: false) }
  }

  /// Appends a text on a new line. An empty text changes nothing.
  package func append(_ text: String, to reference: String) async {
    await run {
      let limit = NoteLimits.maximumBytes
      try DraftEditing.checkSize(text, draft: nil)
      let now = wallClock.now()
      let note = try await change(reference) { note in
        guard !text.isEmpty else { return }
        let separator = note.body.isEmpty || note.body.hasSuffix("\n") ? "" : "\n"
        let body = note.body + separator + text
        guard body.utf8.count <= limit else { return }
        note.title = NoteTitle.updated(for: note, newBody: body)
        note.body = body
        note.modified = now
      }
      // The change runs inside the store and cannot throw; the unchanged note shows that the text did not fit.
      if !text.isEmpty, !state.hasChanged {
        throw NoteFailure.tooLarge(bytes: note.body.utf8.count + text.utf8.count + 1, limit: limit, nil)
      }
    }
  }

  /// Adds tags, and removes others, compared without case. Tags inside of the text stay unchanged.
  package func tag(_ reference: String, adding: [String], removing: [String]) async {
    await run {
      let (added, removed, now) = (try Tag.parse(adding), try Tag.parse(removing), wallClock.now())
      try await change(reference) { note in
        let tags = (note.tags + added).filter { tag in !removed.contains { $0.isSame(as: tag) } }
        let unique = tags.reduce(into: [Tag]()) { if !$0.contains($1) { $0.append($1) } }
        guard unique != note.tags else { return }
        note.tags = unique
        note.modified = now
      }
    }
  }

  /// Moves a note to another notebook.
  package func move(_ reference: String, to path: String) async {
    await run {
      let (notebook, now) = (try Notebook.parse(path), wallClock.now())
      try await change(reference) { note in
        guard note.notebook != notebook else { return }
        note.notebook = notebook
        note.modified = now
      }
    }
  }

  /// Pins or unpins a note.
  package func setPinned(_ reference: String, _ isPinned: Bool) async {
    await run { try await change(reference) { $0.isPinned = isPinned } }
  }

  /// Archives or unarchives a note.
  package func setArchived(_ reference: String, _ isArchived: Bool) async {
    await run { try await change(reference) { $0.isArchived = isArchived } }
  }

  /// Moves a note to the trash.
  package func delete(_ reference: String) async {
    await run {
      let now = wallClock.now()
      try await change(reference) { note in
        if note.trashed == nil { note.trashed = now }
      }
    }
  }

  /// Restores a note from the trash.
  package func restore(_ reference: String) async {
    await run { try await change(reference) { $0.trashed = nil } }
  }

  private func run(_ action: @MainActor () async throws -> Void) async {
    state.phase = .working
    state.phase = await .after(action)
  }

  @discardableResult
  private func change(_ reference: String, _ change: @escaping @Sendable (inout Note) -> Void) async throws -> Note {
    let id = try await finder.id(reference)
    let before = try await repository.note(id)
    guard let note = try await repository.update(id, change: change) else { throw ReferenceError.unknown(reference) }
    try await show(note, hasChanged: before.map { $0 != note } ?? true)
    return note
  }

  private func show(_ note: Note, hasChanged: Bool) async throws {
    let shortID = try await repository.shortID(of: note.id)
    (state.note, state.shortID, state.hasChanged) = (note, shortID, hasChanged)
  }
}

/// The state of a note.
package struct NoteState: ViewState {
  package var phase: Phase = .idle
  /// The note after the last action.
  package var note: Note?
  /// The shortest unique prefix of its id.
  package var shortID = ""
  /// Whether the last action changed the note.
  package var hasChanged = false
}

/// The reason why a note cannot be what the user requested.
package enum NoteFailure: Error, Sendable, Hashable {
  case malformedTag(String)
  case malformedNotebook(String)
  /// The title has no visible character.
  case emptyTitle
  /// The text is larger than a note may be. The draft, if there is one, has it.
  case tooLarge(bytes: Int, limit: Int, Draft?)
  /// The note cannot be purged, since it is not in the trash.
  case notInTrash(NoteSummary)
}
